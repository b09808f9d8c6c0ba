import test from 'ava';
import { createEngineSlots } from '../../../../src/application/reactions/engine-slots.ts';
import { limits } from '../../../../src/kernel/limits.ts';

const many = 10 * limits.framesInFlightPerWorkspaceMax;

test('an engine has as many slots as it says, and each comes back once', (t) => {
  const slots = createEngineSlots();
  const engine = { name: 'a', inFlightMax: 2 };
  const giveBack = slots.take(engine, 'ws_1');
  t.truthy(slots.take(engine, 'ws_2'));
  t.is(slots.take(engine, 'ws_3'), undefined);
  giveBack?.();
  t.truthy(slots.take(engine, 'ws_3'));
  t.is(slots.take(engine, 'ws_3'), undefined);
});

test('one workspace leaves room on an engine for the others; its share of one engine is not that of another', (t) => {
  const slots = createEngineSlots();
  const stuck = { name: 'stuck', inFlightMax: many };
  for (let n = 0; n < limits.framesInFlightPerWorkspaceMax; n += 1) t.truthy(slots.take(stuck, 'ws_1'));
  t.is(slots.take(stuck, 'ws_1'), undefined);
  t.truthy(slots.take(stuck, 'ws_2'));
  t.truthy(slots.take({ name: 'other', inFlightMax: many }, 'ws_1'));
});
