/** Laws that hold once all owed steps are done, after any deaths on the way. */
import { isFinal, taskIn } from '../../../commands/job/queries.ts';
import { jobDecider } from '../../../commands/job/decider.ts';
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { planDecider } from '../../../commands/plan/decider.ts';
import { isAcceptedByPerson } from '../../../commands/plan/state.ts';
import { projectDecider } from '../../../commands/project/decider.ts';
import { requestDecider } from '../../../commands/request.ts';
import { NEVER } from '../../../projections/open-work/document.ts';
import { categoryOf } from '../../../src/kernel/event.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { LEDGER, PLAN, PROJECT } from './clients.ts';
import type { SagaRun } from './run.ts';

/** Throws what is left undone. */
export const everythingIsDone = (run: SagaRun): void => {
  const { world, openWork } = run;
  const streams = [...new Set(world.log.map(({ stream }) => stream))];
  const of = (category: string): readonly string[] => streams.filter((stream) => categoryOf(stream) === category);

  for (const [id, { kind, dueAt }] of openWork) assert(dueAt === NEVER, `${id} owes ${kind} for ever`);
  assert(world.read(projectDecider, PROJECT).open === null, 'the storyboard is free');
  for (const stream of of('job')) {
    const { details, status } = world.read(jobDecider, stream);
    assert(details === null || isFinal(status), `${stream} is final`);
  }
  for (const stream of of('request')) {
    assert(world.read(requestDecider, stream).status !== 'claimed', `${stream} is answered or free`);
  }
  const ledger = world.read(ledgerDecider, LEDGER);
  assert(ledger.balances.held === 0 && ledger.holds.length === 0, 'nothing is held for nobody');
  assert(
    ledger.lots.every(({ id, free }) => free === 0 || id.endsWith(':never')),
    'what had a date is spent or gone',
  );
  wholeOrNothing(run);
  everyDecisionIsCarriedOut(run);
  everyAnswerIsHeard(run);
};

/** A job that is paid as a whole has one entry for its tasks when all are accepted, else none. */
const wholeOrNothing = ({ world }: SagaRun): void => {
  const debits = new Map<string, number[]>();
  for (const event of world.log) {
    if (event.type !== 'LedgerDebited') continue;
    const { ownerId, amount } = event.data as { readonly ownerId: string; readonly amount: number };
    debits.set(`job-${ownerId}`, [...(debits.get(`job-${ownerId}`) ?? []), amount]);
  }
  for (const stream of new Set(world.log.map((event) => event.stream))) {
    if (categoryOf(stream) !== 'job') continue;
    const { details, status, tasks } = world.read(jobDecider, stream);
    if (details?.settle !== 'whole') continue;
    const parts = tasks.filter((task) => task.status !== 'left_out');
    const isMade = parts.every((task) => task.status === 'accepted');
    assert((status === 'completed') === isMade, `${stream} is ${status}`);
    const worth = parts.reduce((sum, { priceCredits }) => sum + priceCredits, 0);
    const paid = debits.get(stream) ?? [];
    assert(paid.join() === (isMade ? String(worth) : ''), `${stream} paid ${paid.join()}`);
  }
};

/** An engine that can be asked for an outcome tells it, so no such attempt is given up. */
const everyAnswerIsHeard = ({ world }: SagaRun): void => {
  const askable = new Set<string>();
  for (const { stream, type, data } of world.log) {
    const { taskId, pollAt, reason, code } = data as Readonly<Record<string, unknown>>;
    const task = `${stream} ${String(taskId)}`;
    if (type === 'AttemptSubmitted' || (type === 'TaskUnknown' && pollAt !== null)) askable.add(task);
    if (type === 'TaskDispatched') askable.delete(task);
    const isGivenUp = reason === 'dispatch_unknown' || code === 'dispatch_unknown';
    assert(!isGivenUp || !askable.has(task), `${task} is given up and was never asked about`);
  }
};

const everyDecisionIsCarriedOut = ({ world }: SagaRun): void => {
  const plan = world.read(planDecider, PLAN);
  for (const { review, requirementId } of plan.frames) {
    if (review?.decision !== 'accept' || review.jobId === null) continue;
    const task = taskIn(world.read(jobDecider, `job-${review.jobId}`), requirementId);
    assert(task?.status === 'accepted', `${requirementId} is accepted in its job as it is in the plan`);
  }
  const isOver = plan.certified || plan.supersededBy !== null;
  assert(isOver || !plan.frames.every(isAcceptedByPerson), 'a plan that a person accepted whole is certified');
};
