/** How a run is shown: redrawn in place on a terminal, line by line elsewhere, or as JSON for other programs. */
import type { DemoEvent, Report } from './events.ts';
import { jobDisplay, type Room } from './job-display.ts';
import { linesOf } from './lines.ts';
import type { News } from './record/progress.ts';
import type { Style } from './style.ts';

type Write = (text: string) => void;

export const plainReporter =
  (write: Write, style: Style): Report =>
  (event) => {
    write(asLines(linesOf(event, style)));
  };

/** Members as in `events.ts`, with the event's name first. Progress is told by its figures and its news. */
export const jsonReporter =
  (write: Write): Report =>
  (event) => {
    write(`${JSON.stringify(jsonOf(event))}\n`);
  };

const jsonOf = (event: DemoEvent): Readonly<Record<string, unknown>> => {
  if (event.kind !== 'progress') {
    const { kind, ...rest } = event;
    return { event: kind, ...rest };
  }
  const { told: _told, cells: _cells, ...progress } = event.progress;
  return { event: 'progress', ...progress, news: event.news };
};

const CLEAR_BELOW = '\u001b[0J';
const up = (lines: number): string => (lines === 0 ? '' : `\u001b[${lines}A`);

/** Lines scroll by above the block of the job under way. `roomNow`: a window may change its size. */
export const liveReporter = (write: Write, style: Style, roomNow: () => Room): Report => {
  let drawn = 0;
  return (event) => {
    if (event.kind !== 'progress') {
      // The last drawing stays, and scrolls away like any other line.
      drawn = 0;
      write(asLines(linesOf(event, style)));
      return;
    }
    const told = linesOf({ ...event, news: event.news.filter(isTroubled) }, style);
    const block = jobDisplay(event.progress, roomNow(), style);
    write(`${up(drawn)}\r${CLEAR_BELOW}${asLines([...told, ...block])}`);
    drawn = block.length;
  };
};

const asLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** Short steps are seen in the block. */
const isTroubled = ({ verdict, attempt }: News): boolean => verdict !== 'pass' || attempt > 1;
