import { deepStrictEqual as same, ok } from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { type RequestCommand, requestDecider } from '../../commands/request.ts';
import type { RequestEvent } from '../../events/request.ts';
import { coldStart } from '../support/property/closed-periods.ts';
import { breaks, holds } from '../support/property/property.ts';
import { weighted } from '../support/property/weighted.ts';
import { asking, folding, seeing } from '../support/property/sabotage.ts';
import { repeatsYieldNothing, runCommands } from '../support/property/decider-run.ts';

const RUNS = 300;

/** The release before it, the claim and its answer. */
const READ_MAX = 3;

const n = fc.integer({ min: 1, max: 3 });
const command: fc.Arbitrary<RequestCommand> = fc.oneof(
  weighted(1, {
    type: 'ClaimRequest',
    operation: 'generate',
    bodyHash: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
    targetId: fc.constantFrom('job_1', 'job_2'),
    projectId: null,
    now: '2026-01-02T03:04:05.000Z',
  }),
  weighted(1, {
    type: 'AnswerRequest',
    n,
    status: fc.constantFrom(200, 202),
    body: fc.constantFrom('{}', '[]'),
    signed: fc.constant([]),
  }),
  weighted(1, { type: 'ReleaseRequest', n, reason: 'refused', keepsBody: fc.boolean() }),
);
const work = fc.array(command, { maxLength: 20, size: 'max' });

const laws =
  (decider: typeof requestDecider) =>
  (commands: readonly RequestCommand[]): void => {
    const run = runCommands(decider, commands);
    repeatsYieldNothing(run);
    const log: RequestEvent[] = [];
    for (const { command, after, events } of run.steps) {
      log.push(...events);
      ok(coldStart(decider, log, after) <= READ_MAX, 'a cold start reads more than one claim');
      const isOther = command.type !== 'ClaimRequest' && events.some(({ data }) => data.n !== command.n);
      ok(!isOther, 'ends another claim');
    }
    oneStory(log);
  };

/** Claims counted from 1, each ended at most once, and nothing after the answer. */
const oneStory = (log: readonly RequestEvent[]): void => {
  let claims = 0;
  let open = false;
  for (const [index, { type, data }] of log.entries()) {
    if (type === 'RequestClaimed') {
      ok(!open, 'a taken key is claimed');
      claims += 1;
    } else ok(open, 'what no claim holds is ended');
    same(data.n, claims);
    open = type === 'RequestClaimed';
    if (type === 'RequestAnswered') same(index, log.length - 1, 'something follows the answer');
  }
};

test('a key is claimed, released and answered in order, answered once, and repeats change nothing', (t) => {
  t.notThrows(() => holds(work, laws(requestDecider), RUNS));
});

const sabotages: Readonly<Record<string, typeof requestDecider>> = {
  'an answer can be overwritten': folding(requestDecider, (after, { type }, before) =>
    type === 'RequestAnswered' ? before : after,
  ),
  'a late claimer ends the claim of another': asking(requestDecider, (next, { claims }) =>
    next.type === 'ClaimRequest' ? next : { ...next, n: claims },
  ),
  'an answered key is freed': seeing(requestDecider, (state) =>
    state.status === 'answered' ? { ...state, status: 'claimed' } : state,
  ),
  'a release is no snapshot': { ...requestDecider, snapshotType: 'RequestNeverReleased' },
  'a release does not tell how many claims there were': folding(requestDecider, (after, { type }, { claims }) =>
    type === 'RequestReleased' ? { status: 'free', claims } : after,
  ),
  'a claim is forgotten': folding(requestDecider, (after, { type, data }) =>
    type === 'RequestClaimed' ? { status: 'free', claims: data.n } : after,
  ),
};

for (const [name, broken] of Object.entries(sabotages)) {
  test(`the laws find that ${name}`, (t) => {
    t.true(breaks(work, laws(broken), RUNS));
  });
}
