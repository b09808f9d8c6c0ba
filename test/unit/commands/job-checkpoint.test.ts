/** Checkpoints of a film: a person sees each scene before the next one, and may stop there. */
import { jobDecider } from '../../../commands/job/decider.ts';
import type { DecideCheckpoint } from '../../../commands/job/decide-checkpoint.ts';
import { chargedCredits } from '../../../commands/job/queries.ts';
import {
  checkpointDecided,
  checkpointReached,
  jobCancelled,
  jobCancelRequested,
  jobCompleted,
  jobPaused,
  jobQueued,
  jobResumed,
  jobStarted,
} from '../../../events/job.ts';
import { filmDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { advance, finish, test } from './job-spec.ts';

/** Speech, three scenes, music, film, report. */
const film = filmDetailsOf({ scenes: 3, supervised: true });
const [speech, one, two, , music, assembly, report] = film.tasks.map(({ index }) => frameStory(film, index));
const stories = { speech, one, two, music, assembly, report };
type Story = ReturnType<typeof frameStory>;
const story = (name: keyof typeof stories): Story => stories[name] as Story;

const made = (name: keyof typeof stories) => [
  story(name).dispatched(name === 'speech' ? {} : { previousAsset: PREVIOUS[name] }),
  story(name).claimed(),
  story(name).rendered(),
];
const PREVIOUS = {
  one: story('speech').asset,
  two: story('one').asset,
  music: null,
  assembly: null,
  report: story('assembly').asset,
} as const;

const renderOf = (name: keyof typeof stories) =>
  ({ type: 'RecordRender', attemptKey: story(name).attemptKey, epoch: 1, asset: story(name).asset }) as const;
const decide = (decision: 'continue' | 'stop', before = 'scene-0001'): DecideCheckpoint => ({
  type: 'DecideCheckpoint',
  before,
  decision,
  decidedBy: 'ann',
});
const reached = checkpointReached({ before: 'scene-0001' });
const goOn = checkpointDecided({ before: 'scene-0001', decision: 'continue', decidedBy: 'ann', leftOut: [] });
const stop = checkpointDecided({
  before: 'scene-0001',
  decision: 'stop',
  decidedBy: 'ann',
  leftOut: ['scene-0001', 'scene-0002', 'music'],
});

const begun = [jobQueued(film), jobStarted({ leftOut: [] })];
/** The first scene is there to be seen. */
const waiting = [...begun, ...made('speech'), ...made('one'), reached];

test('a checkpoint is reached when all that its task continues is made; until then nothing behind it goes', (given) => {
  given(jobQueued(film))
    .when(advance)
    .yields(jobStarted({ leftOut: [] }), story('speech').dispatched());
  const first = story('one');
  given(begun, made('speech'), first.dispatched({ previousAsset: PREVIOUS.one }), first.claimed())
    .when(renderOf('one'))
    .yields(first.rendered(), reached);
  given(waiting).when(advance).yields();
  given(waiting).when(finish).refuses('not_finished');
});

test('a person continues, once', (given) => {
  given(waiting)
    .when(decide('continue'))
    .yields(goOn, story('two').dispatched({ previousAsset: PREVIOUS.two }));
  given(waiting, goOn).when(decide('continue')).yields();
  given(waiting, goOn).when(decide('stop')).refuses('checkpoint_not_waiting');
  given(waiting).when(decide('continue', 'scene-0002')).refuses('checkpoint_not_waiting');
  given(begun).when(decide('continue')).refuses('checkpoint_not_waiting');
  given().when(decide('continue')).refuses('job_not_found');
});

test('a stop leaves out the scenes that were not begun, and the film is made of the others', (given, t) => {
  const stopped = [...waiting, stop];
  given(waiting).when(decide('stop')).yields(stop, story('assembly').dispatched());
  given(stopped).when(decide('stop')).yields();
  given(stopped).when(decide('continue')).refuses('checkpoint_not_waiting');
  const ended = [...stopped, ...made('assembly'), ...made('report')];
  // Speech and one scene.
  t.is(chargedCredits(ended.reduce(jobDecider.evolve, jobDecider.initial)), 7);
  given(ended)
    .when(finish)
    .yields(jobCompleted({ accepted: 4, notAccepted: 0, chargedCredits: 7 }));
});

test('a stop before there is a scene cancels the film', (given) => {
  const first = filmDetailsOf({ scenes: 2 });
  const tasks = first.tasks.map((task) => (task.taskId === 'scene-0000' ? { ...task, checkpoint: true } : task));
  const asked = [
    jobQueued({ ...first, tasks }),
    jobStarted({ leftOut: [] }),
    ...made('speech'),
    checkpointReached({ before: 'scene-0000' }),
  ];
  const nothing = checkpointDecided({ before: 'scene-0000', decision: 'stop', decidedBy: 'ann', leftOut: [] });
  const cancel = jobCancelRequested({ requestedBy: 'ann' });
  given(asked).when(decide('stop', 'scene-0000')).yields(nothing, cancel);
  given(asked, nothing, cancel).when(decide('stop', 'scene-0000')).yields();
  given(asked, nothing, cancel)
    .when(finish)
    .yields(jobCancelled({ accepted: 1, notAccepted: 5, chargedCredits: 0 }));
});

test('in a pause no checkpoint is reached; a decision in it takes effect at the resume', (given) => {
  const paused = jobPaused({ requestedBy: 'ann' });
  const resumed = jobResumed({ requestedBy: 'ann' });
  const resume = { type: 'ResumeJob', requestedBy: 'ann' } as const;
  const seen = [...begun, ...made('speech'), ...made('one').slice(0, 2), paused];
  given(seen).when(renderOf('one')).yields(story('one').rendered());
  given(seen, story('one').rendered()).when(resume).yields(resumed, reached);
  given(waiting, paused).when(decide('continue')).yields(goOn);
  const second = story('two').dispatched({ previousAsset: PREVIOUS.two });
  given(waiting, paused, goOn).when(resume).yields(resumed, second);
});

test('a cancel ends the question', (given) => {
  const cancelled = [...waiting, jobCancelRequested({ requestedBy: 'ann' })];
  given(cancelled).when(decide('continue')).refuses('checkpoint_not_waiting');
  given(cancelled, jobCancelled({ accepted: 2, notAccepted: 5, chargedCredits: 0 }))
    .when(decide('continue'))
    .refuses('job_not_active');
});
