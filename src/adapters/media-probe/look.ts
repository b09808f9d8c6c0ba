/** The job of a child: one look at one file. */
import { inspect } from './inspect.ts';
import type { Look } from './open-media-probe.ts';

export const perform = async (input: unknown): Promise<unknown> => {
  // Written by this adapter, on the other side.
  const { path, bounds } = input as Look;
  return inspect(path, bounds);
};
