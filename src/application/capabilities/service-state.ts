/** The state of this process for operators, as its own measures have it. */
import { Fault } from '../../kernel/faults.ts';
import type { Ground } from '../application.ts';
import { ok, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';

/** Fault `unavailable` in a process that measures nothing. */
export const createServiceState =
  ({ standing }: Pick<Ground, 'standing'>) =>
  async (): Promise<Result<Body>> => {
    if (standing === undefined) throw new Fault('unavailable', 'this process does not measure its state');
    return ok({ ok: true, ...(await standing()) });
  };
