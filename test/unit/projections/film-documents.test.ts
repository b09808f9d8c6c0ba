/** Each event of a long film writes its documents anew: they stay small. */
import test from 'ava';
import { type JobCommand, jobDecider } from '../../../commands/job/decider.ts';
import { partsOf } from '../../../commands/job/queries.ts';
import type { JobState, TaskState } from '../../../commands/job/state.ts';
import { jobProjection, withCredits } from '../../../projections/job/definition.ts';
import {
  checkpointDecided,
  checkpointReached,
  jobCancelled,
  jobCancelRequested,
  jobFailed,
  jobQueued,
  jobStarted,
} from '../../../events/job.ts';
import { jobItem } from '../../../projections/job/view.ts';
import { openWorkProjection } from '../../../projections/open-work/definition.ts';
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import { limits } from '../../../src/kernel/limits.ts';
import type { Projection } from '../../../src/kernel/projection.ts';
import { assetOf, at, filmDetailsOf, hashOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { createHistory, type History } from '../../support/log/history.ts';
import { foldDocuments } from '../../support/read-models/fold-documents.ts';
import { holdStory } from '../../support/ledger/ledger-story.ts';

const STREAM = 'job-job_1';
const BYTES_MAX = 8_192;

const nextOf = ({ status, attemptKey, epoch }: TaskState, failing: boolean): readonly JobCommand[] => {
  if (attemptKey === null) return [];
  if (status === 'dispatched') {
    return [{ type: 'ClaimAttempt', attemptKey, holder: 'd', promptHash: hashOf('p'), lapsedEpoch: 0 }];
  }
  if (status !== 'claimed') return [];
  return failing
    ? [{ type: 'RecordFailure', attemptKey, epoch, code: 'rejected', message: 'no', now: at() }]
    : [{ type: 'RecordRender', attemptKey, epoch, asset: assetOf(attemptKey) }];
};

/** A film that is worked on until nothing of it can go on; `failing` names the task that fails, if one does. */
const filmOf = (scenes: number, failing?: string): { readonly history: History; readonly job: JobState } => {
  const details = filmDetailsOf({ scenes });
  const parts = Object.fromEntries(partsOf(details).map(({ partId, amount }) => [partId, amount]));
  const hold = holdStory({ ownerId: 'job_1', parts });
  let history = createHistory().on('ledger-ws_1', hold.held());
  let job = jobDecider.initial;
  const send = (command: JobCommand): void => {
    const decision = jobDecider.decide(command, job, 0);
    if (decision.kind === 'refused' || decision.events.length === 0) return;
    job = decision.events.reduce(jobDecider.evolve, job);
    history = history.on(STREAM, ...decision.events);
  };
  send({ type: 'QueueJob', details });
  send({ type: 'AdvanceJob', now: at(), leftOut: [] });
  for (let before = -1; before !== history.events.length;) {
    before = history.events.length;
    for (const task of job.tasks) for (const command of nextOf(task, task.taskId === failing)) send(command);
  }
  return { history, job };
};

/** The largest document of a film, after any of its events. */
const largest = <D>(projection: Projection<D>, { events }: History): number => {
  let bytes = 0;
  const measuring: Projection<D> = {
    ...projection,
    evolve: (document, event, id) => {
      const after = projection.evolve(document, event, id);
      if (after !== undefined) bytes = Math.max(bytes, canonicalJson(after).length);
      return after;
    },
  };
  foldDocuments(measuring, events);
  return bytes;
};

test('the documents of the longest film stay small at each of its events', (t) => {
  const { history } = filmOf(limits.tasksPerJobMax - 4);
  t.true(history.events.length > 3 * 720);
  const bytes = { job: largest(jobProjection, history), openWork: largest(openWorkProjection, history) };
  t.log(bytes);
  t.true(bytes.job < BYTES_MAX && bytes.openWork < BYTES_MAX);
});

const statusOf = (history: History) => {
  const document = foldDocuments(jobProjection, history.events).get('job_1')?.body;
  if (document === undefined) throw new Error('no document');
  return { status: jobItem(document), document };
};

test('a film shows its assembly and its report, and counts all else', (t) => {
  const { status, document } = statusOf(filmOf(3).history);
  t.deepEqual(status.progress, { done: 7, total: 7 });
  t.deepEqual(
    document.tasks.map(({ taskId, makes, status: of }) => [taskId, makes, of]),
    [
      ['film', 'assembly', 'accepted'],
      ['report', 'report', 'accepted'],
    ],
  );
  t.is(status.error, null);
  t.deepEqual([status.chargedCredits, document.heldCredits], [0, 20], 'nothing is debited before the ledger says so');
});

test('a film costs nothing before its part is spent, and nothing once that went back', (t) => {
  const made = filmOf(3).history;
  const charged = ({ events }: History, held: number): number => {
    const document = foldDocuments(jobProjection, events).get('job_1')?.body;
    const open = held === 0 ? [] : [{ partId: 'whole', amount: held }];
    return document === undefined ? NaN : withCredits(document, open).chargedCredits;
  };
  t.deepEqual([charged(made, 20), charged(made, 0)], [0, 20]);
  for (const failing of ['scene-0001', 'film', 'report']) t.is(charged(filmOf(3, failing).history, 0), 0, failing);
  // The fold of both streams says the same.
  const hold = holdStory({ ownerId: 'job_1', parts: { whole: 20 } });
  const { document } = statusOf(filmOf(3).history.on('ledger-ws_1', hold.debited('whole', 20)));
  t.deepEqual([document.chargedCredits, document.heldCredits], [20, 0]);
  t.is(canonicalJson(withCredits(document, [])), canonicalJson(document));
});

test('a scene that fails is the error of its film', (t) => {
  const { status } = statusOf(filmOf(3, 'scene-0001').history);
  t.deepEqual(status.error, { code: 'rejected', message: 'no' });
  t.deepEqual(status.progress, { done: 5, total: 7 });
});

test('a film that failed has done what was made of it, and what failed', (t) => {
  const over = jobFailed({ accepted: 0, notAccepted: 7, chargedCredits: 0 });
  const ended = (scenes: number, failing: string) => statusOf(filmOf(scenes, failing).history.on(STREAM, over)).status;
  t.like(ended(3, 'scene-0001'), { status: 'failed', progress: { done: 5, total: 7 } });
  t.like(ended(3, 'film'), { status: 'failed', progress: { done: 6, total: 7 } });
  const details = filmDetailsOf({ scenes: 3 });
  const speech = frameStory(details, 0);
  const begun = createHistory().on(STREAM, jobQueued(details), jobStarted({ leftOut: [] }));
  const { status } = statusOf(begun.on(STREAM, speech.dispatched(), speech.failed('rejected'), over));
  t.deepEqual(status.progress, { done: 1, total: 7 });
});

test('a cancelled film has done what was made of it', (t) => {
  const details = filmDetailsOf({ scenes: 3 });
  const [speech, one] = [frameStory(details, 0), frameStory(details, 1)];
  const begun = createHistory().on(STREAM, jobQueued(details), jobStarted({ leftOut: [] }));
  const asked = jobCancelRequested({ requestedBy: 'ann' });
  const over = jobCancelled({ accepted: 0, notAccepted: 7, chargedCredits: 0 });
  t.deepEqual(statusOf(begun.on(STREAM, asked, over)).status.progress, { done: 0, total: 7 });
  const made = [speech.dispatched(), speech.claimed(), speech.rendered(), one.dispatched(), one.failed('rejected')];
  t.deepEqual(statusOf(begun.on(STREAM, ...made, asked, over)).status.progress, { done: 2, total: 7 });
});

test('a film at work owes the steps of its tasks, and its end when none is under way', (t) => {
  const { history } = filmOf(3);
  const at = (events: number) => foldDocuments(openWorkProjection, history.events.slice(0, events)).get('job:job_1');
  const kinds = history.events.map((_, index) => at(index + 1)?.body.kind);
  t.is(kinds[0], 'hold.decide');
  t.is(kinds[1], 'job.start');
  // Between the events of one append nothing is under way.
  t.deepEqual(new Set(kinds.slice(2, -1)), new Set(['job.finish', 'task.dispatch', 'task.lease']));
  t.is(kinds.at(-1), 'job.finish');
});

/** A supervised film as far as its first question. */
const asked = (): History => {
  const details = filmDetailsOf({ scenes: 3, supervised: true });
  const [speech, one] = [frameStory(details, 0), frameStory(details, 1)];
  const hold = holdStory({ ownerId: 'job_1', parts: { whole: 20 } });
  return createHistory()
    .on('ledger-ws_1', hold.held())
    .on(STREAM, jobQueued(details), jobStarted({ leftOut: [] }))
    .on(STREAM, speech.dispatched(), speech.claimed(), speech.rendered())
    .on(STREAM, one.dispatched(), one.claimed(), one.rendered(), checkpointReached({ before: 'scene-0001' }));
};
const leftOut = ['scene-0001', 'scene-0002', 'music'];
const stop = checkpointDecided({ before: 'scene-0001', decision: 'stop', decidedBy: 'ann', leftOut });

test('a film that waits for a decision says so, and owes nothing', (t) => {
  const { status } = statusOf(asked());
  t.like(status, { progress: { done: 2, total: 7 }, awaitingCheckpoint: { before: 'scene-0001' } });
  const owed = (history: History) => foldDocuments(openWorkProjection, history.events).get('job:job_1')?.body.kind;
  t.is(owed(asked()), 'none');
  t.is(owed(asked().on(STREAM, stop)), 'job.finish', 'until the film is dispatched');
});

test('a stop leaves its scenes out of the count, and what there is is all of it', (t) => {
  const details = filmDetailsOf({ scenes: 3, supervised: true });
  const [film, report] = [frameStory(details, 5), frameStory(details, 6)];
  const made = asked().on(STREAM, stop, film.dispatched(), film.rendered(), report.dispatched(), report.rendered());
  const { status, document } = statusOf(made);
  t.deepEqual(status.progress, { done: 4, total: 4 });
  t.false('awaitingCheckpoint' in status);
  t.is(withCredits(document, []).chargedCredits, 7);
});
