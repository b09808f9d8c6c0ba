/**
 * Calls without QA: a job is started, and its end is waited for within the request. The same reactions as of any other
 * job carry it on. So a client that goes away, or a process that dies, loses nothing.
 */
import { jobDecider } from '../../../commands/job/decider.ts';
import { isFinal } from '../../../commands/job/queries.ts';
import type { JobState } from '../../../commands/job/state.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import { type Caller } from '../calls/caller.ts';
import type { RequestKey } from '../calls/idempotency.ts';
import { refused, type Result } from '../calls/result.ts';
import type { StoredAnswer } from '../calls/stored-answer.ts';
import { type Services } from '../services/services.ts';
import { failedAnswer, renderFailed, waitingAnswers } from './answers.ts';
import { startCall, type Wanted } from './start-call.ts';

export type RenderDeps = Services & { readonly timers: Pick<Timers, 'sleep'> };

export const renderAndWait = async (
  deps: RenderDeps,
  caller: Caller,
  key: RequestKey,
  wanted: Wanted,
): Promise<Result<StoredAnswer>> => {
  const answerOf = waitingAnswers[wanted.operation];
  assert(answerOf !== undefined, `${wanted.operation} has an answer that waits`);
  const started = await startCall(deps, caller, key, wanted);
  if (started.kind !== 'started') return started;
  const { jobId } = started;
  const end = await waitForEnd(deps, jobId);
  if (end === undefined) {
    return refused('outcome_unknown', `the work goes on without this call: ${whatNext(key)}`, { jobId });
  }
  const answer = answerOf(end);
  if (answer !== null) return key.answer(answer);
  return key.stream === null ? renderFailed(end) : key.answer(failedAnswer(end, caller.correlationId));
};

const whatNext = ({ stream }: RequestKey): string =>
  stream === null
    ? 'look for this jobId among the jobs; the same call again, without an Idempotency-Key, would be paid for again'
    : 'ask again with the same Idempotency-Key';

/** Undefined when the work outlasts the request. */
const waitForEnd = async ({ commands, clock, timers }: RenderDeps, jobId: string): Promise<JobState | undefined> => {
  const until = clock.monotonic() + limits.syncCallTimeoutMs;
  let waitMs: number = limits.syncPollMinMs;
  while (clock.monotonic() < until) {
    const { state } = await commands.read(jobDecider, jobStream(jobId));
    if (isFinal(state.status)) return state;
    await timers.sleep(waitMs);
    waitMs = Math.min(waitMs * 2, limits.syncPollMaxMs);
  }
  return undefined;
};
