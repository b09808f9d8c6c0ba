/** A terminal as far as the demo uses one: text, line ends, cursor up, clearing, and lines that wrap at the edge. */

export type Screen = {
  readonly write: (text: string) => void;
  /** All text, also what is above the screen by now, without blanks at the ends of lines. */
  readonly all: () => readonly string[];
};

/** A control sequence with its number and letter, or a character. */
const TOKEN = new RegExp(String.raw`(${'\u001b'}\[(\d*)([A-Za-z]))|[^]`, 'gu');

export const createScreen = (columns: number, rows: number): Screen => {
  const lines: string[][] = [[]];
  let row = 0;
  let column = 0;
  const goto = (to: number): void => {
    row = to;
    while (lines.length <= row) lines.push([]);
  };
  const put = (character: string): void => {
    if (column >= columns) {
      column = 0;
      goto(row + 1);
    }
    const line = lines[row] ?? [];
    line[column] = character;
    column += 1;
  };
  const control = (command: string, count: number): void => {
    // The cursor cannot leave what can be seen.
    if (command === 'A') row = Math.max(0, lines.length - rows, row - count);
    if (command === 'J') {
      lines.length = row + 1;
      const line = lines[row] ?? [];
      line.length = Math.min(line.length, column);
    }
  };
  const write = (text: string): void => {
    for (const [token, , number, command] of text.matchAll(TOKEN)) {
      if (command !== undefined) control(command, Number(number === '' ? 1 : number));
      else if (token === '\n') goto(row + 1);
      else if (token === '\r') column = 0;
      else put(token);
      if (token === '\n') column = 0;
    }
  };
  const all = (): readonly string[] =>
    lines.map((line) =>
      Array.from(line, (character) => character ?? ' ')
        .join('')
        .trimEnd(),
    );
  return Object.freeze({ write, all });
};
