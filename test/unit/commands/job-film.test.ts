/** Films: hundreds of scenes, an assembly after all of them, and a report. */
import test from 'ava';
import { jobDecider } from '../../../commands/job/decider.ts';
import { isGrounded, ready } from '../../../commands/job/queries.ts';
import type { JobState, TaskStatus } from '../../../commands/job/state.ts';
import { jobQueued, jobStarted } from '../../../events/job.ts';
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { filmDetailsOf } from '../../support/jobs/builders.ts';
import { createEventCodec, GENESIS } from '../../../src/schema/event-codec.ts';

const LONGEST = limits.tasksPerJobMax - 4;

const running = (scenes: number): JobState =>
  [jobQueued(filmDetailsOf({ scenes })), jobStarted({ leftOut: [] })].reduce(jobDecider.evolve, jobDecider.initial);

/** The film with its tasks in these states, in order. */
const standing = (state: JobState, ...statuses: readonly TaskStatus[]): JobState => ({
  ...state,
  tasks: state.tasks.map((task, index) => ({ ...task, status: statuses[index] ?? 'pending' })),
});

test('the longest film, with a person before each scene, is queued by one event', (t) => {
  const details = filmDetailsOf({ scenes: LONGEST, supervised: true });
  t.is(details.tasks.length, limits.tasksPerJobMax);
  const bytes = canonicalJson(jobQueued(details).data).length;
  t.log(`${bytes} of ${limits.eventBytesMax} bytes`);
  t.true(bytes < 0.95 * limits.eventBytesMax);
  const metadata = { workspaceId: 'ws_1', actor: 'user:ann', correlationId: 'c', at: '2026-03-01T09:00:00.000Z' };
  const place = { stream: 'job-job_1', revision: 0, id: 'one', metadata, previousHash: GENESIS };
  t.notThrows(() => createEventCodec().encode(jobQueued(details), place));
});

test('an assembly continues every task before it, and none behind it', (t) => {
  const film = running(2);
  const assembly = film.tasks[4];
  if (assembly?.makes !== 'assembly') return t.fail();
  t.false(isGrounded(standing(film, 'accepted', 'accepted', 'claimed', 'accepted'), assembly));
  t.false(isGrounded(standing(film, 'failed', 'accepted', 'accepted', 'accepted'), assembly));
  t.true(isGrounded(standing(film, 'accepted', 'left_out', 'accepted', 'accepted'), assembly));
});

test('scenes wait for the voice, the film for all of them, and the report for the film', (t) => {
  const film = running(2);
  const next = (...statuses: readonly TaskStatus[]): readonly string[] =>
    ready(standing(film, ...statuses)).map(({ taskId }) => taskId);
  t.deepEqual(next(), ['speech', 'music']);
  t.deepEqual(next('accepted'), ['scene-0000', 'scene-0001', 'music']);
  t.deepEqual(next('accepted', 'accepted', 'accepted', 'claimed'), []);
  t.deepEqual(next('accepted', 'accepted', 'accepted', 'accepted'), ['film']);
  t.deepEqual(next('accepted', 'accepted', 'accepted', 'accepted', 'accepted'), ['report']);
});

test('each kind of output has engines of its own', (t) => {
  const start = { type: 'AdvanceJob', now: '2026-03-01T09:00:00.000Z', leftOut: [] } as const;
  const decision = jobDecider.decide(start, jobDecider.evolve(jobDecider.initial, jobQueued(filmDetailsOf())), 0);
  if (decision.kind !== 'accepted') return t.fail();
  const engines = decision.events.flatMap((event) => (event.type === 'TaskDispatched' ? [event.data.engine] : []));
  t.deepEqual(engines, ['service_speech', 'service_music']);
});
