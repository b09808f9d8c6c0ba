/** Which of several steps is the first. */
import { limits } from '../../src/kernel/limits.ts';
import { addMs } from '../../src/kernel/time.ts';
import { NEVER, type Owed, type WorkKind } from './document.ts';

/** When the step after an event is late. */
export const soonAfter = (at: string): string => addMs(at, limits.stepGraceMs);

/**
 * A step of the whole document, whose clock starts when it is first owed: other events do not put it off. `before`: the
 * step that the document owed before the event at `at`.
 */
export const owedSince = (
  kind: WorkKind,
  before: Owed | undefined,
  at: string,
  graceMs: number = limits.stepGraceMs,
): Owed => ({ kind, dueAt: before?.kind === kind ? before.dueAt : addMs(at, graceMs) });

export const isOwed = ({ dueAt }: Owed): boolean => dueAt !== NEVER;
