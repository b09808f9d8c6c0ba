/** How a job starts, moves on, is cancelled and ends. */
import type { JobCommand } from '../../../commands/job/decider.ts';
import {
  jobCancelled,
  jobCancelRequested,
  jobCompleted,
  type JobEvent,
  jobFailed,
  jobPartiallyCompleted,
  jobQueued,
  jobRefused,
  jobStarted,
} from '../../../events/job.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { evidenceOf, jobDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { advance, finish, scoreOf, test } from './job-spec.ts';

const details = jobDetailsOf();
const [one, two] = [frameStory(details, 0), frameStory(details, 1)];
const started = [jobQueued(details), jobStarted({ leftOut: [] })];
const running = [...started, one.dispatched(), two.dispatched()];
const cancel = jobCancelRequested({ requestedBy: 'user_1' });

const queue = { type: 'QueueJob', details } as const;
const refuse = { type: 'RefuseJob', n: 1, reason: 'insufficient_credits' } as const;
const requestCancel = { type: 'RequestCancel', requestedBy: 'user_1' } as const;

const made = (story: typeof one): readonly JobEvent[] => [story.claimed(), story.rendered(), story.scored()];

test('queued or refused: the first decision for a claim stays', (given) => {
  const refused = jobRefused({ n: 1, reason: 'insufficient_credits' });
  given().accepts(queue, jobQueued(details));
  given().accepts(refuse, refused);
  given(jobQueued(details)).accepts(queue);
  given(jobQueued(details)).refuses(refuse, 'already_queued');
  given(refused).refuses(queue, 'already_refused');
  given(refused).accepts({ ...refuse, reason: 'expected_mismatch' });
});

test('a later claim may queue what was refused, but nothing that is queued', (given) => {
  const refused = jobRefused({ n: 1, reason: 'insufficient_credits' });
  const second = { ...details, n: 2, holdId: 'hld_2' };
  given(refused).accepts({ type: 'QueueJob', details: second }, jobQueued(second));
  given(refused).accepts({ ...refuse, n: 2 }, jobRefused({ n: 2, reason: 'insufficient_credits' }));
  for (const other of [second, { ...details, n: 2 }, { ...details, holdId: 'hld_2' }]) {
    given(jobQueued(details)).refuses({ type: 'QueueJob', details: other }, 'already_queued');
  }
});

test('a job that is not there', (given) => {
  const commands: readonly JobCommand[] = [advance, requestCancel, finish];
  for (const command of commands) {
    given().refuses(command, 'job_not_found');
    given(jobRefused({ n: 1, reason: 'abandoned' })).refuses(command, 'job_not_found');
  }
});

test('a start dispatches as many frames as the window takes', (given) => {
  given(jobQueued(details)).accepts(advance, jobStarted({ leftOut: [] }), one.dispatched(), two.dispatched());

  const many = jobDetailsOf({ frames: limits.tasksInFlightPerJobMax + 2, continuityMode: 'master_reference' });
  const stories = many.tasks.map((_, index) => frameStory(many, index));
  const window = stories.slice(0, limits.tasksInFlightPerJobMax).map((story) => story.dispatched());
  given(jobQueued(many)).accepts(advance, jobStarted({ leftOut: [] }), window);
  const past = [jobQueued(many), jobStarted({ leftOut: [] }), ...window];
  given(past).accepts(advance);
  const head = frameStory(many, 0);
  const next = frameStory(many, limits.tasksInFlightPerJobMax);
  given(past, head.claimed(), head.rendered()).accepts(scoreOf(head), head.scored(), next.dispatched());
});

test('a frame that a person accepted before a repair began is left out of it', (given, t) => {
  const repair = jobDetailsOf({ operation: 'photo_sequence_repair', repairPlanId: 'rpl_1' });
  const leftOut = ['req_0'];
  given(jobQueued(repair)).leadsTo({ ...advance, leftOut }, (state, events) => {
    t.deepEqual(events, [jobStarted({ leftOut }), frameStory(repair, 1).dispatched()]);
    t.deepEqual(
      state.tasks.map(({ taskId, status }) => [taskId, status]),
      [
        ['req_0', 'left_out'],
        ['req_1', 'dispatched'],
      ],
    );
  });
  given(jobQueued(repair), jobStarted({ leftOut: ['req_0', 'req_1'] })).accepts(
    finish,
    jobCompleted({ accepted: 0, notAccepted: 0, chargedCredits: 0 }),
  );
});

test('cancelled once, while the job is active', (given) => {
  given(jobQueued(details)).accepts(requestCancel, cancel);
  given(running).accepts(requestCancel, cancel);
  given(running, cancel).accepts({ ...requestCancel, requestedBy: 'user_2' });
  const done = jobCompleted({ accepted: 2, notAccepted: 0, chargedCredits: 8 });
  given(running, made(one), made(two), done).refuses(requestCancel, 'job_not_active');
});

test('a cancelled job ends when what was claimed is settled', (given) => {
  const outcome = { accepted: 1, notAccepted: 1, chargedCredits: 4 };
  given(jobQueued(details), cancel).accepts(finish, jobCancelled({ accepted: 0, notAccepted: 2, chargedCredits: 0 }));
  given(running, one.claimed(), cancel).refuses(finish, 'not_finished');
  given(running, one.claimed(), one.rendered(), cancel).refuses(finish, 'not_finished');
  given(running, made(one), cancel).accepts(finish, jobCancelled(outcome));
  given(running, made(one), two.claimed(), two.refusedByEngine(), cancel).accepts(finish, jobCancelled(outcome));
  given(running, made(one), two.claimed(), cancel, two.rendered(), two.scored(evidenceOf('fail'))).accepts(
    finish,
    jobCancelled(outcome),
  );
  // All that was asked for is there: the cancel came too late to take anything away.
  given(running, made(one), two.claimed(), cancel, made(two).slice(1)).accepts(
    finish,
    jobCompleted({ accepted: 2, notAccepted: 0, chargedCredits: 8 }),
  );
});

test('finished when no frame is under way and none can go', (given) => {
  const spent = [two.claimed(), two.failed('rejected'), two.toPerson('engine_failed')];
  const unfinished: readonly (readonly JobEvent[])[] = [
    [jobQueued(details)],
    running,
    [...running, ...made(one)],
    [...running, ...made(one), two.claimed(), two.unknown()],
    [...running, ...made(one), two.claimed(), two.refusedByEngine()],
  ];
  for (const past of unfinished) {
    given(past).refuses(finish, 'not_finished');
  }
  given(running, made(one), made(two)).accepts(
    finish,
    jobCompleted({ accepted: 2, notAccepted: 0, chargedCredits: 8 }),
  );
  given(running, made(one), spent).accepts(
    finish,
    jobPartiallyCompleted({ accepted: 1, notAccepted: 1, chargedCredits: 4 }),
  );
  given(running, one.claimed(), one.failed('rejected'), one.toPerson('engine_failed'), spent).accepts(
    finish,
    jobFailed({ accepted: 0, notAccepted: 2, chargedCredits: 0 }),
  );
});
