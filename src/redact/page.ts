/**
 * Lines as one text with a map: which parts of it are content and not frame, the same content read apart or joined, and
 * which characters are to be masked. Knows nothing of what a secret is.
 */

/** What a line holds between its frame, and the line itself; offsets in the page's text. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly lineStart: number;
  readonly lineEnd: number;
}

export interface Page {
  /** The lines, joined with newlines. */
  readonly text: string;
  /** One a line. */
  readonly pieces: readonly Piece[];
  readonly lineStarts: readonly number[];
  /** For each character of `text` the number of the mark that covers it, 0 for none. */
  readonly marks: Uint32Array;
  /** The kind of each mark; mark n stands at n - 1. */
  readonly kinds: string[];
}

/** Lines `from` to `to`, which is not among them. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** The content of all lines with a separator between. */
export interface View {
  readonly text: string;
  /** Where each piece begins in `text`. */
  readonly starts: readonly number[];
}

/** Blanks, box drawing, block elements and the signs that agents put before a paragraph. */
const FRAME = /[\s|\u2500-\u259f>\u276f\u203a\u23bf\u25cf\u23fa\u2022]/;

export function pageOf(lines: readonly string[]): Page {
  const text = lines.join('\n');
  const pieces: Piece[] = [];
  let offset = 0;
  for (const line of lines) {
    pieces.push(contentOf(line, offset));
    offset += line.length + 1;
  }
  return {
    text,
    pieces,
    lineStarts: pieces.map((piece) => piece.lineStart),
    marks: new Uint32Array(text.length),
    kinds: [],
  };
}

export function viewOf(page: Page, separator: '' | '\n'): View {
  const contents = page.pieces.map(({ start, end }) => page.text.slice(start, end));
  const starts: number[] = [];
  let offset = 0;
  for (const content of contents) {
    starts.push(offset);
    offset += content.length + separator.length;
  }
  return { text: contents.join(separator), starts };
}

/** The number of the piece that holds this character of the view. */
export function pieceAt(view: View, offset: number): number {
  return lastUpTo(view.starts, offset);
}

/** The number of the line that holds this character of the page. */
export function lineAt(page: Page, offset: number): number {
  return lastUpTo(page.lineStarts, offset);
}

/** Where a character of the view stands in the page. */
export function pageOffset(page: Page, view: View, offset: number): number {
  const index = pieceAt(view, offset);
  return (page.pieces[index]?.start ?? 0) + offset - (view.starts[index] ?? 0);
}

/** Covers a stretch of a view with one mark, without the frame between its pieces. What is covered already stays as it is. */
export function coverView(page: Page, view: View, from: number, to: number, mark: number): void {
  for (let index = pieceAt(view, from); index < page.pieces.length; index += 1) {
    const piece = page.pieces[index];
    const start = view.starts[index];
    if (piece === undefined || start === undefined || start >= to) return;
    const shift = piece.start - start;
    cover(page, Math.max(piece.start, from + shift), Math.min(piece.end, to + shift), mark);
  }
}

export function newMark(page: Page, kind: string): number {
  return page.kinds.push(kind);
}

/** Covers a stretch of the page, without the frame between. */
export function coverPage(page: Page, from: number, to: number, mark: number): void {
  for (let line = lineAt(page, from); line < page.pieces.length; line += 1) {
    const piece = page.pieces[line];
    if (piece === undefined || piece.start >= to) return;
    cover(page, Math.max(piece.start, from), Math.min(piece.end, to), mark);
  }
}

/** The lines of the part with each covered stretch replaced, and how many marks of each kind are seen in them. */
export function maskedLines(page: Page, part?: Part): { lines: string[]; redacted: Record<string, number> } {
  const seen = new Set<number>();
  const lines = page.pieces.slice(part?.from, part?.to).map(({ lineStart, lineEnd }) => {
    let masked = '';
    let copied = lineStart;
    for (let at = lineStart; at < lineEnd; at += 1) {
      const mark = page.marks[at] ?? 0;
      if (mark === 0) continue;
      seen.add(mark);
      masked += `${page.text.slice(copied, at)}[redacted:${page.kinds[mark - 1]}]`;
      while (at + 1 < lineEnd && page.marks[at + 1] !== 0) at += 1;
      copied = at + 1;
    }
    return masked + page.text.slice(copied, lineEnd);
  });
  return { lines, redacted: countKinds(page, seen) };
}

function cover(page: Page, from: number, to: number, mark: number): void {
  for (let at = from; at < to; at += 1) if (page.marks[at] === 0) page.marks[at] = mark;
}

function countKinds(page: Page, marks: ReadonlySet<number>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const mark of marks) {
    const kind = page.kinds[mark - 1] ?? '';
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

function contentOf(line: string, offset: number): Piece {
  let start = 0;
  let end = line.length;
  while (start < end && FRAME.test(line.charAt(start))) start += 1;
  while (end > start && FRAME.test(line.charAt(end - 1))) end -= 1;
  return { start: offset + start, end: offset + end, lineStart: offset, lineEnd: offset + line.length };
}

/** Index of the last of the ascending starts that is not above the offset. */
function lastUpTo(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
