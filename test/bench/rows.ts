/** The table, in its order. */
import type { Benchmark } from './support/measure.ts';
import { appendAtThePort, appendThroughCodec } from './rows/append.ts';
import { framesAtOnce, framesDrawn, framesStored } from './rows/frames.ts';

export const benchmarks: readonly Benchmark[] = [
  appendAtThePort,
  appendThroughCodec,
  framesAtOnce,
  framesStored,
  framesDrawn,
];
