/** Fair shares, over the machine that hands over messages, on simulated time. */
import test from 'ava';
import { limits } from '../../../../src/kernel/limits.ts';
import {
  CALL_MS,
  createSharesWorld,
  firstComeFirstServed,
  type SharesOptions,
} from '../../../support/jobs/shares-world.ts';

const A_MINUTE = 60_000;

/** After how many others a single image is given to the engine while another workspace has 1,000 frames waiting. */
const placeOfSingleImage = async (options: SharesOptions = {}): Promise<number> => {
  const world = createSharesWorld(options);
  world.offer('ws_bulk', 'bulk', { count: 1_000 });
  await world.advance(4 * CALL_MS);
  const before = world.dispatched.length;
  world.offer('ws_single', 'call');
  await world.advance(A_MINUTE);
  return world.dispatched.indexOf('ws_single') - before;
};

/** The share of each of two workspaces at an engine in a minute, while both had waiting work. */
const sharesOfTwo = async (options: SharesOptions = {}): Promise<readonly [number, number]> => {
  const world = createSharesWorld({ ...options, slotsMax: 8 });
  world.offer('ws_first', 'bulk', { count: 1_000 });
  await world.advance(4 * CALL_MS);
  world.offer('ws_second', 'bulk', { count: 1_000 });
  const before = world.dispatched.length;
  await world.advance(A_MINUTE);
  const since = world.dispatched.slice(before);
  const second = since.filter((workspaceId) => workspaceId === 'ws_second').length;
  return [since.length - second, second];
};

const areEqual = ([a, b]: readonly [number, number]): boolean => Math.abs(a - b) <= 0.1 * Math.min(a, b);

test('with 1,000 frames of another waiting, a single image gets one of the next two', async (t) => {
  t.true((await placeOfSingleImage()) < 2);
});

test('two workspaces with bulk work get equal shares over a minute', async (t) => {
  const shares = await sharesOfTwo();
  t.true(areEqual(shares), shares.join(' to '));
  t.true(shares[0] + shares[1] > 900, 'and nothing stands still meanwhile');
});

test('sabotage: first come, first served is found', async (t) => {
  t.true((await placeOfSingleImage({ slots: firstComeFirstServed(16) })) > 900);
  t.false(areEqual(await sharesOfTwo({ slots: firstComeFirstServed(8) })));
});

test('sabotage: a consumer that sees few messages of many is found', async (t) => {
  const inFlightMax = limits.reactionsInFlightMax;
  t.true((await placeOfSingleImage({ inFlightMax })) > 2);
});

test('calls come before bulk work of many workspaces, and leave it its turn', async (t) => {
  const world = createSharesWorld({ slotsMax: 1 });
  for (let n = 0; n < 10; n += 1) world.offer(`ws_${n}`, 'bulk', { count: 100 });
  await world.advance(CALL_MS / 2);
  const before = world.dispatched.length;
  world.offer('ws_calls', 'call', { count: 100 });
  await world.advance(110 * CALL_MS);
  const since = world.dispatched.slice(before);
  t.is(since[0], 'ws_calls');
  const turns = since.filter((workspaceId) => workspaceId === 'ws_calls').length;
  t.true(turns >= 9 && turns <= 11, `${turns} of 110 turns of 11 workspaces`);
});

test('calls that last take their share of slots, not of turns', async (t) => {
  const world = createSharesWorld({ slotsMax: 8 });
  world.offer('ws_slow', 'bulk', { count: 1_000, callMs: 20 * CALL_MS });
  await world.advance(CALL_MS);
  world.offer('ws_quick', 'bulk', { count: 1_000 });
  await world.advance(A_MINUTE);
  const quick = world.dispatched.filter((workspaceId) => workspaceId === 'ws_quick').length;
  // From when the slow ones end for the first time half of the slots are the other's.
  t.true(quick > 0.9 * 4 * ((A_MINUTE - 20 * CALL_MS) / CALL_MS), `${quick}`);
});
