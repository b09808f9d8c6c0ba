/** Settings of V8's garbage collector, for processes that read logs of any length (infra/decisions/0036). */
import { setFlagsFromString } from 'node:v8';

/**
 * What is read of a log is soon forgotten. V8 guesses from its first collections which objects live long, and may take
 * events for such: made in the old space they hold their texts, dead as they are, until a full collection.
 */
export const expectShortLives = (): void => setFlagsFromString('--no-allocation-site-pretenuring');

/**
 * The same for a tool that walks the whole log. It holds documents just long enough for them to get into the old space:
 * that is collected when it has grown by so much, rather than to four times what is alive in it.
 */
export const expectWholeLog = (): void => {
  expectShortLives();
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
};

const GROWING_PERCENT = 30;
