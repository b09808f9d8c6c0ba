/** The pace of questions about work that an engine has not finished. */
import { limits } from './limits.ts';

/** The wait until the next question: the engine's wish, within bounds. */
export const pollDelayMs = (wishedMs: number): number =>
  Math.min(Math.max(Number.isFinite(wishedMs) ? wishedMs : 0, limits.pollDelayMsMin), limits.pollDelayMsMax);
