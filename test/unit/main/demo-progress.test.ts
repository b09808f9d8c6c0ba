import test from 'ava';
import type { Evidence, JobPoll, PolledAttempt } from '../../../src/main/demo/record/answers.ts';
import { observe, type Progress } from '../../../src/main/demo/record/progress.ts';

/** 30 is the bar. */
const evidenceOf = (brightness: number): Evidence => ({
  metrics: { brightness },
  thresholds: { brightness: { min: 30 } },
  scorer: 'pixels',
  version: '1',
  verdict: brightness < 30 ? 'fail' : 'pass',
});

const attempt = (number: number, status: PolledAttempt['status'], brightness?: number): PolledAttempt => ({
  attempt: number,
  engine: 'service_images',
  seed: 1,
  status,
  asset: null,
  evidence: brightness === undefined ? null : evidenceOf(brightness),
  error: status === 'failed' ? { code: 'rejected', message: 'too wide' } : null,
});

type Status = JobPoll['requirements'][number]['status'];

const AT = '2026-01-02T03:04:05.000Z';

const poll = (frames: readonly (readonly [status: Status, ...attempts: PolledAttempt[]])[]): JobPoll => ({
  ok: true,
  job: {
    id: 'job_1',
    operation: 'storyboard_image_generate',
    status: 'running',
    planId: 'pln_1',
    requestedImageCount: frames.length,
    requiredCredits: 3 * frames.length,
    heldCredits: 6,
    chargedCredits: 1,
    progress: { done: 1, total: frames.length },
    createdAt: AT,
    updatedAt: AT,
  },
  requirements: frames.map(([status, ...attempts], frameIndex) => {
    const requirementId = `req_${frameIndex}`;
    return { requirementId, frameIndex, title: null, status, attempts, reason: null };
  }),
  failedRequirementIds: [],
  resumable: false,
});

const naming = (requirementId: string) => ({ label: requirementId.replace('req_', 'F'), title: 'a title' });

/** All news of a series of polls, each as one word list. */
const newsOf = (...polls: readonly JobPoll[]): readonly (readonly string[])[] => {
  let progress: Progress | null = null;
  return polls.map((one) => {
    const observed = observe(progress, one, naming);
    progress = observed.progress;
    return observed.news.map(({ label, attempt, verdict, next }) => `${label} ${attempt} ${verdict}: ${next}`);
  });
};

test('the end of each attempt is told once, whatever polls came in between', (t) => {
  const first = poll([['rendering', attempt(1, 'rendering')], ['pending']]);
  const second = poll([
    ['rendering', attempt(1, 'scored', 20), attempt(2, 'dispatched')],
    ['accepted', attempt(1, 'scored', 90)],
  ]);
  const third = poll([
    ['human_review', attempt(1, 'scored', 20), attempt(2, 'scored', 10), attempt(3, 'failed')],
    ['accepted', attempt(1, 'scored', 90)],
  ]);
  t.deepEqual(newsOf(first, second, second, third, third), [
    [],
    ['F0 1 fail: another attempt', 'F1 1 pass: accepted'],
    [],
    ['F0 2 fail: another attempt', 'F0 3 none: a person decides'],
    [],
  ]);
  t.deepEqual(newsOf(third)[0]?.length, 4);
});

test('a cell shows the attempt under way and the last score there is', (t) => {
  const { progress } = observe(
    null,
    poll([
      ['pending'],
      ['rendering', attempt(1, 'rendering')],
      ['rendering', attempt(1, 'scored', 20), attempt(2, 'rendered')],
      ['accepted', attempt(1, 'scored', 60)],
      ['human_review', attempt(3, 'scored', 15)],
      ['failed', attempt(1, 'failed')],
      ['dispatch_unknown', attempt(1, 'dispatch_unknown')],
    ]),
    naming,
  );
  t.deepEqual(
    progress.cells.map(({ state, attempt, score }) => [state, attempt, score]),
    [
      ['waiting', 0, null],
      ['drawing', 1, null],
      ['scoring', 2, 33],
      ['accepted', 1, 100],
      ['person', 3, 25],
      ['failed', 1, null],
      ['unknown', 1, null],
    ],
  );
});

test('a verdict that is there before its consequence leaves open what comes next', (t) => {
  t.deepEqual(newsOf(poll([['rendering', attempt(1, 'scored', 20)]])), [['F0 1 fail: undecided']]);
});

test('a failed engine is shown in its own words', (t) => {
  const { news } = observe(null, poll([['failed', attempt(1, 'failed')]]), naming);
  t.like(news[0], { error: 'too wide', score: null, verdict: 'none', next: 'given up' });
});
