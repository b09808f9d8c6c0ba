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
  given(jobQueued(film)).accepts(advance, jobStarted({ leftOut: [] }), story('speech').dispatched());
  const first = story('one');
  given(begun, made('speech'), first.dispatched({ previousAsset: PREVIOUS.one }), first.claimed()).accepts(
    renderOf('one'),
    first.rendered(),
    reached,
  );
  given(waiting).accepts(advance);
  given(waiting).refuses(finish, 'not_finished');
});

test('a person continues, once', (given) => {
  given(waiting).accepts(decide('continue'), goOn, story('two').dispatched({ previousAsset: PREVIOUS.two }));
  given(waiting, goOn).accepts(decide('continue'));
  given(waiting, goOn).refuses(decide('stop'), 'checkpoint_not_waiting');
  given(waiting).refuses(decide('continue', 'scene-0002'), 'checkpoint_not_waiting');
  given(begun).refuses(decide('continue'), 'checkpoint_not_waiting');
  given().refuses(decide('continue'), 'job_not_found');
});

test('a stop leaves out the scenes that were not begun, and the film is made of the others', (given, t) => {
  const stopped = [...waiting, stop];
  given(waiting).accepts(decide('stop'), stop, story('assembly').dispatched());
  given(stopped).accepts(decide('stop'));
  given(stopped).refuses(decide('continue'), 'checkpoint_not_waiting');
  const ended = [...stopped, ...made('assembly'), ...made('report')];
  // Speech and one scene.
  t.is(chargedCredits(ended.reduce(jobDecider.evolve, jobDecider.initial)), 7);
  given(ended).accepts(finish, jobCompleted({ accepted: 4, notAccepted: 0, chargedCredits: 7 }));
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
  given(asked).accepts(decide('stop', 'scene-0000'), nothing, cancel);
  given(asked, nothing, cancel).accepts(decide('stop', 'scene-0000'));
  given(asked, nothing, cancel).accepts(finish, jobCancelled({ accepted: 1, notAccepted: 5, chargedCredits: 0 }));
});

test('in a pause no checkpoint is reached; a decision in it takes effect at the resume', (given) => {
  const paused = jobPaused({ requestedBy: 'ann' });
  const resumed = jobResumed({ requestedBy: 'ann' });
  const resume = { type: 'ResumeJob', requestedBy: 'ann' } as const;
  const seen = [...begun, ...made('speech'), ...made('one').slice(0, 2), paused];
  given(seen).accepts(renderOf('one'), story('one').rendered());
  given(seen, story('one').rendered()).accepts(resume, resumed, reached);
  given(waiting, paused).accepts(decide('continue'), goOn);
  const second = story('two').dispatched({ previousAsset: PREVIOUS.two });
  given(waiting, paused, goOn).accepts(resume, resumed, second);
});

test('a cancel ends the question', (given) => {
  const cancelled = [...waiting, jobCancelRequested({ requestedBy: 'ann' })];
  given(cancelled).refuses(decide('continue'), 'checkpoint_not_waiting');
  given(cancelled, jobCancelled({ accepted: 2, notAccepted: 5, chargedCredits: 0 })).refuses(
    decide('continue'),
    'job_not_active',
  );
});
