/** How a job starts, moves on, is cancelled and ends. */
import { generationJobId, type JobCommand, jobStream, repairJobId } from '../../../commands/job/decider.ts';
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
import { evidenceOf, hashOf, jobDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { advance, advanceAt, finish, scoreOf, test } from './job-spec.ts';

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
  given().when(queue).yields(jobQueued(details));
  given().when(refuse).yields(refused);
  given(jobQueued(details)).when(queue).yields();
  given(jobQueued(details)).when(refuse).refuses('already_queued');
  given(refused).when(queue).refuses('already_refused');
  given(refused)
    .when({ ...refuse, reason: 'expected_mismatch' })
    .yields();
});

test('a later claim may queue what was refused, but nothing that is queued', (given) => {
  const refused = jobRefused({ n: 1, reason: 'insufficient_credits' });
  const second = { ...details, n: 2, holdId: 'hld_2' };
  given(refused).when({ type: 'QueueJob', details: second }).yields(jobQueued(second));
  given(refused)
    .when({ ...refuse, n: 2 })
    .yields(jobRefused({ n: 2, reason: 'insufficient_credits' }));
  for (const other of [second, { ...details, n: 2 }, { ...details, holdId: 'hld_2' }]) {
    given(jobQueued(details)).when({ type: 'QueueJob', details: other }).refuses('already_queued');
  }
});

test('a job that is not there', (given) => {
  const commands: readonly JobCommand[] = [advance, requestCancel, finish];
  for (const command of commands) {
    given().when(command).refuses('job_not_found');
    given(jobRefused({ n: 1, reason: 'abandoned' }))
      .when(command)
      .refuses('job_not_found');
  }
});

test('a start dispatches as many frames as the window takes', (given) => {
  given(jobQueued(details))
    .when(advance)
    .yields(jobStarted({ leftOut: [] }), one.dispatched(), two.dispatched());

  const many = jobDetailsOf({ frames: limits.tasksInFlightPerJobMax + 2, continuityMode: 'master_reference' });
  const stories = many.tasks.map((_, index) => frameStory(many, index));
  const window = stories.slice(0, limits.tasksInFlightPerJobMax).map((story) => story.dispatched());
  given(jobQueued(many))
    .when(advance)
    .yields(jobStarted({ leftOut: [] }), window);
  const past = [jobQueued(many), jobStarted({ leftOut: [] }), ...window];
  given(past).when(advance).yields();
  const head = frameStory(many, 0);
  const next = frameStory(many, limits.tasksInFlightPerJobMax);
  given(past, head.claimed(), head.rendered()).when(scoreOf(head)).yields(head.scored(), next.dispatched());
});

test('a frame that a person accepted before a repair began is left out of it', (given, t) => {
  const repair = jobDetailsOf({ operation: 'photo_sequence_repair', repairPlanId: 'rpl_1' });
  const leftOut = ['req_0'];
  given(jobQueued(repair))
    .when({ ...advance, leftOut })
    .leadsTo((state, events) => {
      t.deepEqual(events, [jobStarted({ leftOut }), frameStory(repair, 1).dispatched()]);
      t.deepEqual(
        state.tasks.map(({ taskId, status }) => [taskId, status]),
        [
          ['req_0', 'left_out'],
          ['req_1', 'dispatched'],
        ],
      );
    });
  given(jobQueued(repair), jobStarted({ leftOut: ['req_0', 'req_1'] }))
    .when(finish)
    .yields(jobCompleted({ accepted: 0, notAccepted: 0, chargedCredits: 0 }));
});

test('cancelled once, while the job is active', (given) => {
  given(jobQueued(details)).when(requestCancel).yields(cancel);
  given(running).when(requestCancel).yields(cancel);
  given(running, cancel)
    .when({ ...requestCancel, requestedBy: 'user_2' })
    .yields();
  const done = jobCompleted({ accepted: 2, notAccepted: 0, chargedCredits: 8 });
  given(running, made(one), made(two), done).when(requestCancel).refuses('job_not_active');
});

test('from a cancel on nothing is dispatched', (given) => {
  given(jobQueued(details), cancel).when(advance).yields();
  const chain = jobDetailsOf({ continuityMode: 'chain' });
  const first = frameStory(chain, 0);
  given(jobQueued(chain), jobStarted({ leftOut: [] }), first.dispatched(), first.claimed(), first.rendered(), cancel)
    .when(scoreOf(first))
    .yields(first.scored());
  given(running, one.claimed(), one.refusedByEngine(), cancel).when(advanceAt(limits.engineBackoffMs[0])).yields();
});

test('a cancelled job ends when what was claimed is settled', (given) => {
  const outcome = { accepted: 1, notAccepted: 1, chargedCredits: 4 };
  given(jobQueued(details), cancel)
    .when(finish)
    .yields(jobCancelled({ accepted: 0, notAccepted: 2, chargedCredits: 0 }));
  given(running, one.claimed(), cancel).when(finish).refuses('not_finished');
  given(running, one.claimed(), one.rendered(), cancel).when(finish).refuses('not_finished');
  given(running, made(one), cancel).when(finish).yields(jobCancelled(outcome));
  given(running, made(one), two.claimed(), two.refusedByEngine(), cancel).when(finish).yields(jobCancelled(outcome));
  given(running, made(one), two.claimed(), cancel, two.rendered(), two.scored(evidenceOf('fail')))
    .when(finish)
    .yields(jobCancelled(outcome));
  // All that was asked for is there: the cancel came too late to take anything away.
  given(running, made(one), two.claimed(), cancel, made(two).slice(1))
    .when(finish)
    .yields(jobCompleted({ accepted: 2, notAccepted: 0, chargedCredits: 8 }));
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
    given(past).when(finish).refuses('not_finished');
  }
  given(running, made(one), made(two))
    .when(finish)
    .yields(jobCompleted({ accepted: 2, notAccepted: 0, chargedCredits: 8 }));
  given(running, made(one), spent)
    .when(finish)
    .yields(jobPartiallyCompleted({ accepted: 1, notAccepted: 1, chargedCredits: 4 }));
  given(running, one.claimed(), one.failed('rejected'), one.toPerson('engine_failed'), spent)
    .when(finish)
    .yields(jobFailed({ accepted: 0, notAccepted: 2, chargedCredits: 0 }));
});

test('a final state stays', (given) => {
  const done = [
    ...running,
    ...made(one),
    ...made(two),
    jobCompleted({ accepted: 2, notAccepted: 0, chargedCredits: 8 }),
  ];
  for (const command of [finish, advance]) {
    given(done).when(command).yields();
  }
});

test('a job is named by what it is to do', (_, t) => {
  const manifest = hashOf('manifest');
  const id = generationJobId('ws_1', 'pln_1', manifest, ['req_1', 'req_0']);
  const ids = [
    id,
    generationJobId('ws_2', 'pln_1', manifest, ['req_0', 'req_1']),
    generationJobId('ws_1', 'pln_2', manifest, ['req_0', 'req_1']),
    generationJobId('ws_1', 'pln_1', hashOf('another'), ['req_0', 'req_1']),
    generationJobId('ws_1', 'pln_1', manifest, ['req_0']),
    repairJobId('ws_1', 'rpl_1'),
    repairJobId('ws_1', 'rpl_2'),
    repairJobId('ws_2', 'rpl_1'),
  ];
  t.is(new Set(ids).size, ids.length);
  t.is(generationJobId('ws_1', 'pln_1', manifest, ['req_0', 'req_1']), id);
  t.is(jobStream('job_1'), 'job-job_1');
});
