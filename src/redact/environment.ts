/** The secrets that have no shape of their own: values of environment variables whose names say that they are secret. */

import type { Needle } from './find.ts';

const KIND = 'environment';
const LEAST_LENGTH = 8;

/** The word ends a part of the name: KEY in `API_KEY` and `APIKEY`, not in `KEYBOARD`. */
const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)S?(?:_|$)/i;
/** Where a secret lies, and git's way to hand on settings (git-config(1)): names that are no secret themselves. */
const HARMLESS_NAME = /(?:FILE|PATH|DIR|HOME|SOCK|URL|HELPER)$|^GIT_CONFIG_KEY_\d{1,3}$/i;
/** `GOOGLE_APPLICATION_CREDENTIALS` and the like name a file. */
const FILE_VALUE = /^(?:~|\.{0,2})\/[^\n]{0,512}\.[a-z0-9]{2,5}$/i;

/** The exact texts to look for: each value, and the forms in which it is passed on. Longest first. */
export function environmentSecrets(environment: Readonly<Record<string, string | undefined>>): Needle[] {
  const values = new Set<string>();
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || !SECRET_NAME.test(name) || HARMLESS_NAME.test(name)) continue;
    const secret = value.trim();
    if (secret.length < LEAST_LENGTH || FILE_VALUE.test(secret) || isSaidByName(name, secret)) continue;
    for (const form of formsOf(secret)) values.add(form);
  }
  return [...values].sort((a, b) => b.length - a.length).map((value) => ({ kind: KIND, value }));
}

/** `DB_PASSWORD=password`: masking it would mask a common word and hide nothing. */
function isSaidByName(name: string, value: string): boolean {
  return name.toLowerCase().includes(value.toLowerCase());
}

function formsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const pieces = lines.length === 1 ? [secret] : lines.filter((line) => line.length >= 2 * LEAST_LENGTH);
  const encoded = [
    encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd')),
    JSON.stringify(secret).slice(1, -1),
  ];
  return [...pieces, ...encoded, ...base64Forms(secret)].filter((form) => form.length >= LEAST_LENGTH);
}

/** The value in base64 wherever it stands in what was encoded: three alignments, without the digits that its neighbours share. */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const own = bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
