/** A control sequence, taken apart: what output-scan.ts finds and others understand. */

/** `CSI prefix params intermediate final`. Valid only during the call: the object is used again. */
export interface Csi {
  /** `<`, `=`, `>`, `?` as a byte, or 0. */
  prefix: number;
  intermediate: number;
  final: number;
  /** The first `count` are its parameters; -1 where one is missing. */
  readonly params: Int32Array;
  /** 1 where the parameter at the same index follows a colon: a part of the one before. */
  readonly isPart: Uint8Array;
  count: number;
}

/** A parameter, or what it means when it is missing or less than that. */
export function paramOf({ params, count }: Csi, index: number, missing: number): number {
  return Math.max(missing, index < count ? (params[index] as number) : missing);
}

const [SEMICOLON, COLON] = [0x3b, 0x3a];
const [MAX_PARAMS, MAX_PARAM] = [32, 99_999];

export function newCsi(): Csi {
  const [params, isPart] = [new Int32Array(MAX_PARAMS), new Uint8Array(MAX_PARAMS)];
  return { prefix: 0, intermediate: 0, final: 0, params, isPart, count: 0 };
}

/** Takes a digit, a semicolon or a colon. */
export function readParam(csi: Csi, byte: number): void {
  if (csi.count === 0) addParam(csi, 0);
  if (byte === SEMICOLON || byte === COLON) {
    addParam(csi, byte === COLON ? 1 : 0);
    return;
  }
  const last = csi.count - 1;
  csi.params[last] = Math.min(MAX_PARAM, Math.max(0, csi.params[last] as number) * 10 + byte - 0x30);
}

function addParam(csi: Csi, isPart: 0 | 1): void {
  if (csi.count === MAX_PARAMS) return;
  csi.params[csi.count] = -1;
  csi.isPart[csi.count] = isPart;
  csi.count++;
}
