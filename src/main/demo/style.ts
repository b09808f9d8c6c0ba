/** Colours of a terminal, or none. */
import { styleText } from 'node:util';

export type Colour = 'green' | 'red' | 'yellow' | 'blue' | 'faint' | 'bold';

export type Style = (colour: Colour, text: string) => string;

export const plainStyle: Style = (_, text) => text;

/** The caller has looked whether the terminal takes colours. */
export const colourStyle: Style = (colour, text) =>
  styleText(colour === 'faint' ? 'dim' : colour, text, { validateStream: false });
