/** Settings of V8's garbage collector, for processes that read logs of any length (infra/decisions/0036). */
import { setFlagsFromString } from 'node:v8';

/**
 * Events read from a log are soon garbage. V8 guesses from its first collections which objects live long, and may take
 * events for such. Made in the old space, dead events hold their texts until a full collection.
 */
export const expectShortLives = (): void => setFlagsFromString('--no-allocation-site-pretenuring');

/**
 * The same for a tool that walks the whole log. It holds documents just long enough for them to get into the old space.
 * That space is collected when it has grown by so much, rather than to four times its live size.
 */
export const expectWholeLog = (): void => {
  expectShortLives();
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
};

const GROWING_PERCENT = 30;
