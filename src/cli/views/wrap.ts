/** Breaks lines between words for a terminal, and keeps their indentation. */

/** @param taken  columns that stand before each row */
export type Fold = (text: string, taken: number) => readonly string[];

/** Narrower than this nothing can be read, so it stays as it is. */
const LEAST_COLUMNS = 20;

/** @param widthOf  columns of a text on a terminal */
export function createFold(columns: number, widthOf: (text: string) => number): Fold {
  return (text, taken) => {
    const room = columns - taken;
    if (room < LEAST_COLUMNS || widthOf(text) <= room) return [text];
    const indent = /^ */.exec(text)?.[0].slice(0, room / 2) ?? '';
    const rows: string[] = [];
    let row = '';
    // words with the blanks before them
    for (const word of text.match(/\s*\S+/g) ?? []) {
      if (row !== '' && widthOf(row + word) > room) {
        rows.push(row);
        row = indent + word.trimStart();
      } else row += word;
    }
    return [...rows, row];
  };
}
