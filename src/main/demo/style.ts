/** Colours of a terminal, or none. */

export type Colour = 'green' | 'red' | 'yellow' | 'blue' | 'faint' | 'bold';

export type Style = (colour: Colour, text: string) => string;

const CODES: Readonly<Record<Colour, readonly [on: number, off: number]>> = {
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
  blue: [36, 39],
  faint: [2, 22],
  bold: [1, 22],
};

export const plainStyle: Style = (_, text) => text;

export const colourStyle: Style = (colour, text) => {
  const [on, off] = CODES[colour];
  return `\u001b[${on}m${text}\u001b[${off}m`;
};
