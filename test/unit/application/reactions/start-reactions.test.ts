/** The consumers of a process begin one after another: in one turn, they would hold up requests for all of them. */
import test from 'ava';
import { type ReactionDeps, startReactions } from '../../../../src/application/reactions/reactions.ts';
import type { MessageLog } from '../../../../src/ports/message-log.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

test('each consumer begins in a turn of its own, and none waits for the one before it to be there', async (t) => {
  const { timers, clock } = createFakeClock();
  let turn = 0;
  const nextTurn = async (): Promise<void> => {
    await timers.nextTurn();
    turn += 1;
  };
  const begun: number[] = [];
  const { promise: there, resolve } = Promise.withResolvers<void>();
  const consume: MessageLog['consume'] = async () => {
    begun.push(turn);
    await there;
    return { stop: async () => Promise.resolve(), lag: async () => Promise.resolve(0) };
  };
  const commands = { listen: () => () => undefined };
  const stopping = new AbortController().signal;
  const deps = { commands, stopping, clock, timers: { ...timers, nextTurn }, messages: { consume } };
  const starting = startReactions(deps as unknown as ReactionDeps, new Set(['supervisor']));
  for (let n = 0; n < 30; n += 1) await timers.nextTurn();
  t.true(begun.length > 3, 'none is there yet');
  t.is(new Set(begun).size, begun.length);
  resolve();
  t.is((await starting).length, begun.length);
});
