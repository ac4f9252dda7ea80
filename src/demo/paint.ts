/** Colours of the demo agent, or none of them. Pure. */

export interface Paint {
  accent(text: string): string;
  strong(text: string): string;
  faint(text: string): string;
}

export function createPaint(hasColour: boolean): Paint {
  const paint = (on: number, off: number) => (text: string) => (hasColour ? `\x1b[${on}m${text}\x1b[${off}m` : text);
  return { accent: paint(36, 39), strong: paint(1, 22), faint: paint(2, 22) };
}
