/** Repair is bounded (I19): attempts, credits and what people may open are counted exactly, and end with a person. */
import test from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import { brokenAtRest } from '../support/service/promises-at-rest.ts';
import { type EngineCall, HOPELESS, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { watchMoney } from '../support/ledger/quiet-money.ts';
import { thenRefused } from '../spec/api-spec.ts';
import { givenClient } from '../support/service/real-service.ts';
import {
  acceptAll,
  creditsOf,
  expecting,
  generated,
  givenPlanned,
  photoSequence,
  repair,
  repaired,
  review,
} from '../support/service/storyboard-calls.ts';

const ONCE_MORE = [{ frameIndex: 0, decision: 'repair', note: 'once more' }];
const MOST = limits.attemptsByLadderMax + limits.attemptsByPersonMax;

test('a frame that never passes is tried as often as ladder and people allow, and costs nothing', async (t) => {
  const calls: EngineCall[] = [];
  const makers = quickMakers(quickEngine({ onCall: (call) => void calls.push(call) }));
  const { client, core } = await givenClient(t, { makers });
  const planned = await givenPlanned(client, [HOPELESS, 'a wall']);
  const { planId } = planned;
  const first = await generated(client, planned);
  t.is(first.job.status, 'partially_completed');
  t.is(calls.length, 1 + limits.attemptsByLadderMax);
  // Its credits are kept for the person that may accept it.
  t.is(first.job.heldCredits, limits.attemptsByLadderMax);

  for (let wish = 1; wish <= limits.attemptsByPersonMax; wish += 1) {
    t.is((await repair(client, planned, planId)).body['code'], 'human_review', 'nobody has asked for it');
    expecting(201, await review(client, planned, planId, ONCE_MORE));
    const { job, requirements } = await repaired(client, planned, planId);
    t.is(job.status, 'failed');
    t.is(requirements.length, 1);
    t.is(calls.length, 1 + limits.attemptsByLadderMax + wish);
  }

  const money = await watchMoney(core, calls);
  const wished = await review(client, planned, planId, ONCE_MORE);
  const refused = await repair(client, planned, planId);
  thenRefused(t, wished, 409, 'repair_limit_reached');
  t.like(wished.body, { details: { frameIndex: 0 } });
  t.regex(String(wished.body['message']), /plan again/);
  thenRefused(t, refused, 409, 'human_review');
  t.is(refused.body['noCreditsSpent'], true);
  t.deepEqual(
    (await money.moved()).filter((finding) => !finding.includes('HoldReleased')),
    [],
  );
  const keys = calls.filter(({ prompt }) => prompt.includes(HOPELESS)).map(({ attemptKey }) => attemptKey);
  t.is(new Set(keys).size, MOST);
  t.like(await creditsOf(client), { total: limits.trialCreditsLocal - 1 });
  t.deepEqual(await brokenAtRest(core, { calls, told: [first.job.id] }), []);
  // The frame is no prisoner of its attempts: what it has can be accepted.
  expecting(201, await review(client, planned, planId, acceptAll(2)));
  t.is((await photoSequence(client, planned, planId)).lifecycle, 'certified');
});
