/** Text laid out in columns: widths of characters, wrapping, cutting and padding. Pure. */

const characters = new Intl.Segmenter();

/** Wide by Unicode's East Asian Width (UAX 11), roughly, and emoji that are pictures by default. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])/u;
const NARROWLESS = /^[\p{Mark}\p{Control}\p{Format}]+$/u;

export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of characters.segment(text)) width += cellsOf(segment);
  return width;
}

/** The rows that a text takes in so many columns; words stay whole where they can. */
export function wrapped(text: string, columns: number): string[] {
  return text.split('\n').flatMap((paragraph) => rowsOf(paragraph, Math.max(1, columns)));
}

/** The rows of an edited text, broken hard so that what stands before the cursor never moves, and the cursor's place in them. */
export function editorRows(
  text: string,
  cursor: number,
  columns: number,
): { rows: string[]; row: number; column: number } {
  const before = hardRows(text.slice(0, cursor), columns);
  const last = before.at(-1) ?? '';
  return { rows: hardRows(text, columns), row: before.length - 1, column: widthOf(last) };
}

/** The text cut or filled with blanks to exactly this width. */
export function fitted(text: string, columns: number): string {
  let fitting = '';
  let width = 0;
  for (const { segment } of characters.segment(text)) {
    const cells = cellsOf(segment);
    if (width + cells > columns) break;
    fitting += segment;
    width += cells;
  }
  return fitting + ' '.repeat(Math.max(0, columns - width));
}

/** Text of others, without what a terminal would act on. */
export function visible(text: string): string {
  return text.replace(/(?!\n)\p{Control}/gu, '');
}

function rowsOf(paragraph: string, columns: number): string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of paragraph.split(/(?<= )/)) {
    const isTooMuch = widthOf(row + word.trimEnd()) > columns;
    if (isTooMuch && row !== '') rows.push(row);
    const pieces = isTooMuch ? hardRows(word, columns) : [row + word];
    rows.push(...pieces.slice(0, -1));
    row = pieces.at(-1) ?? '';
  }
  const all = row === '' && rows.length > 0 ? rows : [...rows, row];
  return all.map((each) => each.trimEnd());
}

/** A full row is followed by another one, so that the cursor has a place. */
function hardRows(text: string, columns: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const rows: string[] = [];
    let row = '';
    let width = 0;
    for (const { segment } of characters.segment(paragraph)) {
      const cells = cellsOf(segment);
      if (width + cells > columns) {
        rows.push(row);
        row = '';
        width = 0;
      }
      row += segment;
      width += cells;
      if (width < columns) continue;
      rows.push(row);
      row = '';
      width = 0;
    }
    return [...rows, row];
  });
}

function cellsOf(character: string): number {
  if (WIDE.test(character)) return 2;
  return NARROWLESS.test(character) ? 0 : 1;
}
