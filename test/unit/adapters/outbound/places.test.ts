import test from 'ava';
import { createPlaces } from '../../../../src/adapters/outbound/places.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { Refusal } from '../../../../src/adapters/outbound/refusal.ts';

const never = new AbortController().signal;
const soon = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Held = { readonly signal?: AbortSignal; readonly madeBy?: string };

/** Calls that wait until they are let go. */
const heldCalls = () => {
  const places = createPlaces();
  const waiting: (() => void)[] = [];
  const asked: Promise<unknown>[] = [];
  const hold = (workspaceId: string, host: string, { signal = never, madeBy }: Held = {}): void => {
    const call = async (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
    const of = { workspaceId, host, ...(madeBy === undefined ? {} : { madeBy }) };
    asked.push(places.run(of, call, signal).catch((error: unknown) => error));
  };
  const letGo = async (): Promise<readonly unknown[]> => {
    const end = Promise.all(asked);
    const pump = async (): Promise<void> => {
      for (let rests = 0; rests < 20; rests += 1) {
        for (const go of waiting.splice(0)) go();
        await soon();
      }
    };
    await pump();
    for (let rounds = 0; rounds < 40; rounds += 1) await pump();
    return end;
  };
  return { places, hold, letGo, running: () => waiting.length };
};

test('one workspace has so many calls under way, whatever their hosts', async (t) => {
  const { hold, running, letGo } = heldCalls();
  for (let n = 0; n < 10; n += 1) hold('ws_1', `host-${n}`);
  await soon();
  t.is(running(), limits.outboundCallsPerWorkspaceMax);
  hold('ws_2', 'host-0');
  await soon();
  t.is(running(), limits.outboundCallsPerWorkspaceMax + 1, 'another workspace does not wait for it');
  await letGo();
});

test('one host is called so often at once, by all workspaces together', async (t) => {
  const { hold, running, letGo } = heldCalls();
  for (let n = 0; n < 10; n += 1) hold(`ws_${n}`, 'host');
  await soon();
  t.is(running(), limits.outboundCallsPerHostMax);
  hold('ws_11', 'other');
  await soon();
  t.is(running(), limits.outboundCallsPerHostMax + 1, 'another host is not held up');
  await letGo();
});

test('all workspaces that one user made share half of the places, whatever their hosts', async (t) => {
  const { hold, running, letGo } = heldCalls();
  for (let n = 0; n < 60; n += 1) hold(`ws_${n % 10}`, `host-${n}`, { madeBy: 'eve' });
  await soon();
  t.is(running(), limits.outboundCallsPerUserMax);
  hold('ws_11', 'other', { madeBy: 'ann' });
  await soon();
  t.is(running(), limits.outboundCallsPerUserMax + 1, 'another user does not wait for it');
  await letGo();
});

test('one process has so many calls under way', async (t) => {
  const { hold, running, letGo } = heldCalls();
  for (let n = 0; n < 40; n += 1) hold(`ws_${n}`, `host-${n}`);
  await soon();
  t.is(running(), limits.outboundCallsMax);
  t.true((await letGo()).every((outcome) => outcome === undefined));
});

test('more than may wait are refused, and a place is free again after a call that stops waiting', async (t) => {
  const { places, hold, letGo } = heldCalls();
  const caller = new AbortController();
  const many = limits.outboundCallsPerWorkspaceMax + limits.outboundWaitersMax;
  for (let n = 0; n < many; n += 1) hold('ws_1', 'host', caller);
  await soon();
  const late = async (): Promise<string> =>
    places.run({ workspaceId: 'ws_1', host: 'host' }, async () => Promise.resolve('done'), never);
  const refused = await t.throwsAsync(late());
  t.true(refused instanceof Refusal && refused.why === 'too_many_calls');
  caller.abort();
  await soon();
  const waits = late();
  await letGo();
  t.is(await waits, 'done');
});
