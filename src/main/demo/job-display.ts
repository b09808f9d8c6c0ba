/** A job under way as a block of lines that is drawn over and over: one cell for each frame. Pure. */
import type { Cell, CellState, Progress } from './record/progress.ts';
import type { Colour, Style } from './style.ts';
import { fitted, textWidth } from './record/text-width.ts';

export type Room = { readonly columns: number; readonly rows: number };

/** Lines that are left to the text around the block: the head, a blank, and the scrolling lines. */
const ROWS_AROUND = 7;
const CELL_MIN = 30;
const GAP = 2;
const BAR = 24;

/** No line is wider than the room. Columns side by side keep the block within its height where they can. */
export const jobDisplay = (progress: Progress, room: Room, style: Style): readonly string[] => {
  const width = Math.max(20, room.columns - 1);
  const columnsMax = Math.max(1, Math.floor((width + GAP) / (CELL_MIN + GAP)));
  const fit = Math.max(1, room.rows - ROWS_AROUND);
  const columns = Math.min(columnsMax, Math.max(1, Math.ceil(progress.cells.length / fit)));
  const high = Math.ceil(progress.cells.length / columns);
  const cellWidth = Math.floor((width + GAP) / columns) - GAP;
  const shown = Math.min(high, fit);
  const lines = Array.from({ length: shown }, (_, row) =>
    Array.from({ length: columns }, (_column, column) => progress.cells[column * high + row])
      .flatMap((cell) => (cell === undefined ? [] : cellText(cell, cellWidth, style)))
      .join(' '.repeat(GAP)),
  );
  return [
    headText(progress, width, style),
    ...lines,
    ...(shown < high ? [style('faint', `  … ${high - shown} more lines`)] : []),
  ];
};

const headText = ({ done, total, heldCredits, chargedCredits }: Progress, width: number, style: Style): string => {
  const bar = Math.min(BAR, Math.max(0, width - 50));
  const full = total === 0 ? 0 : Math.round((bar * done) / total);
  const figures = fitted(
    `  ${done}/${total} done   ${chargedCredits} credits charged, ${heldCredits} held`,
    width - bar,
  ).trimEnd();
  return style('green', '━'.repeat(full)) + style('faint', '━'.repeat(bar - full)) + figures;
};

const SHOWN: Readonly<Record<CellState, readonly [sign: string, word: string, colour: Colour]>> = {
  waiting: ['·', 'waiting', 'faint'],
  drawing: ['○', 'drawing', 'blue'],
  scoring: ['◌', 'scoring', 'blue'],
  accepted: ['●', 'accepted', 'green'],
  person: ['?', 'person', 'yellow'],
  failed: ['✗', 'failed', 'red'],
  unknown: ['!', 'unknown', 'yellow'],
};

/** `5B    2 ● accepted  71 A sandstorm rises.`; a second attempt at a frame shows as `again`. */
const cellText = (cell: Cell, width: number, style: Style): string => {
  const { label, attempt, score, state, title } = cell;
  const [sign, word, colour] = SHOWN[state];
  const again = attempt > 1 && state === 'drawing';
  const figures = `${fitted(label, 5)} ${attempt === 0 ? '-' : attempt} `;
  const verdict = `${sign} ${(again ? 'again' : word).padEnd(8)}`;
  const figure = ` ${(score === null ? '' : String(score)).padStart(3)} `;
  const left = width - textWidth(figures + verdict + figure);
  if (left < 0) return fitted(figures + verdict, width);
  return `${figures}${style(again ? 'yellow' : colour, verdict)}${figure}${style('faint', fitted(title, left))}`;
};
