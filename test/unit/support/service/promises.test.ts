/** The promises see what is broken: a run that holds, and each way in which it would not. */
import test from 'ava';
import type { DomainEvent, RecordedEvent } from '../../../../src/kernel/event.ts';
import { brokenPromises, type Run } from '../../../support/service/promises.ts';

const record = (stream: string, event: DomainEvent, index: number): RecordedEvent => ({
  ...event,
  stream,
  revision: index,
  position: String(index),
  id: `e${index}`,
  hash: '',
  metadata: { actor: 'user:a', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' },
});

type Told = readonly [stream: string, type: string, data: Readonly<Record<string, unknown>>];

const attempt = { taskId: 'req_1', attemptKey: 'k1', attempt: 1 };

/** One job of one frame, without its ledger: what money does is the audit's to see, and its own tests'. */
const story: readonly Told[] = [
  ['project-p', 'GenerationClaimed', { n: 1 }],
  ['job-job_1', 'JobQueued', {}],
  ['job-job_1', 'TaskDispatched', attempt],
  ['job-job_1', 'AttemptClaimed', { ...attempt, epoch: 1 }],
  ['job-job_1', 'AttemptClaimed', { ...attempt, epoch: 2 }],
  ['job-job_1', 'TaskRendered', { ...attempt, epoch: 2 }],
  ['job-job_1', 'JobCompleted', {}],
  ['project-p', 'GenerationEnded', { n: 1 }],
];

const calls = [
  { attemptKey: 'k1', result: 'r1' },
  { attemptKey: 'k1', result: 'r1' },
];

const judged = (told: readonly Told[], change: Partial<Run> = {}): string => {
  const events = told.map(([stream, type, data], index) => record(stream, { type, data }, index));
  return brokenPromises({ events, calls, told: ['job_1'], ...change }).join('\n');
};

const without = (type: string): readonly Told[] => story.filter(([, one]) => one !== type);
const and = (...more: readonly Told[]): readonly Told[] => [...story, ...more];
const instead = (type: string, data: Told[2]): readonly Told[] =>
  story.map((one): Told => (one[1] === type ? [one[0], type, data] : one));

test('a run that holds', (t) => {
  t.is(judged(story), '');
});

test('each broken promise is found', (t) => {
  const rows: readonly (readonly [found: string, expected: RegExp])[] = [
    [judged(story, { told: ['job_2'] }), /told of job_2, which is lost/],
    [judged(without('JobCompleted')), /job_1 has not ended/],
    [judged(and(['job-job_1', 'JobFailed', {}])), /job_1 has ended twice/],
    [judged(without('GenerationEnded')), /claim 1 is still open/],
    [judged([['project-p', 'GenerationClaimed', { n: 0 }], ...story]), /claim 1 while 0 was open/],
    [judged(instead('GenerationEnded', { n: 2 })), /claim 2 ended and was not the open one/],
    [judged(without('TaskDispatched')), /k1 was called and is not in the log/],
    [judged(without('AttemptClaimed')), /k1 was called and is not in the log/],
    [judged(story, { calls: [...calls, { attemptKey: 'k1', result: 'r2' }] }), /k1 led to two pictures/],
    [judged(and(['job-job_1', 'TaskRendered', { ...attempt, epoch: 2 }])), /k1 was rendered twice/],
    [
      judged(and(['job-job_1', 'AttemptSubmitted', attempt], ['job-job_1', 'AttemptSubmitted', attempt])),
      /k1 was submitted twice/,
    ],
    [judged(instead('TaskRendered', { ...attempt, epoch: 1 })), /k1 was taken under an old epoch/],
    [judged(instead('TaskDispatched', { ...attempt, attempt: 6 })), /req_1 was tried 6 times/],
    [judged(and(['job-job_1', 'FrameAccepted', { creditsCharged: 2 }])), /job_1 charged 0 credits for work worth 2/],
    [
      judged(and(['ledger-w', 'LedgerDebited', { ownerId: 'job_1', amount: 1 }])),
      /job_1 charged 1 credits for work worth 0/,
    ],
    [
      judged(
        and(
          ['ledger-w', 'CreditsHeld', { holdId: 'h', parts: [{ allocations: [{ amount: 3 }] }] }],
          ['job-job_2', 'JobQueued', { holdId: 'h', requiredCredits: 4 }],
        ),
      ),
      /job_2 needs 4 credits, and 3 are held/,
    ],
    [
      judged(
        and(
          ['ledger-w', 'LedgerDebited', { ownerId: 'job_1', holdId: 'h', partId: 'p', amount: 0 }],
          ['ledger-w', 'LedgerDebited', { ownerId: 'job_1', holdId: 'h', partId: 'p', amount: 0 }],
        ),
      ),
      /h\/p was paid twice/,
    ],
    [
      judged(
        and(
          ['job-job_2', 'JobQueued', { tasks: [{ taskId: 's', judged: false, priceCredits: 4 }] }],
          ['job-job_2', 'TaskDispatched', { attemptKey: 'm' }],
          ['job-job_2', 'AttemptClaimed', { attemptKey: 'm', epoch: 1 }],
          ['job-job_2', 'TaskRendered', { attemptKey: 'm', epoch: 1, taskId: 's' }],
        ),
      ),
      /job_2 charged 0 credits for work worth 4/,
    ],
  ];
  for (const [found, expected] of rows) t.regex(found, expected);
});

test('an entry that does not follow from those before is found', (t) => {
  const granted: Told = [
    'ledger-w',
    'CreditsGranted',
    { entryId: 'e', pool: 'paid', amount: 1, balances: { paid: 2 } },
  ];
  t.regex(judged(and(granted)), /ledger-w does not hold/);
});
