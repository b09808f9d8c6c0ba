/** A logger that says nothing. */
import type { Logger } from '../../../src/ports/basics.ts';

const nothing = (): void => undefined;

export const silentLogger: Logger = Object.freeze({ debug: nothing, info: nothing, warn: nothing, error: nothing });
