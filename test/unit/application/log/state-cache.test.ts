/** States in memory are bounded by what they hold, not by how many streams there are. */
import test from 'ava';
import { planDecider } from '../../../../commands/plan/decider.ts';
import { requestDecider } from '../../../../commands/request.ts';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { decideRound } from '../../../../src/application/log/command-round.ts';
import { createCommandHandler } from '../../../../src/application/log/command-handler.ts';
import { createTurns } from '../../../../src/adapters/system/turns.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { START } from '../../../../src/kernel/position.ts';
import { createEventCodec } from '../../../../src/schema/event-codec.ts';
import { GENESIS } from '../../../../src/schema/hash-chain.ts';
import { createCountingIds } from '../../../support/kernel/counting-ids.ts';
import { createHastyTimers } from '../../../support/kernel/hasty-timers.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';
import { createMemoryLog } from '../../../support/log/memory-log.ts';
import { prepared } from '../../commands/reviewed-plan.ts';

test('a few large streams are kept, many of them are read again', async (t) => {
  const log = createMemoryLog();
  const [clock, timers] = [createClock(), createHastyTimers()];
  let reads = 0;
  const eventStore = {
    ...log.store,
    readStream: (...asked: Parameters<typeof log.store.readStream>) => {
      reads += 1;
      return log.store.readStream(...asked);
    },
  };
  const commands = createCommandHandler({
    eventStore,
    codec: createEventCodec(),
    clock,
    ids: createCountingIds('00000000'),
    timers,
    turns: createTurns({ clock, timers }),
    logger: silentLogger,
  });
  t.teardown(async () => commands.close());
  const title = 'x'.repeat(500);
  const frames = Array.from({ length: 32 }, (_, n) => ({ requirementId: `req_${n}`, title }));
  const details = { ...prepared.data, frames };
  const chars = JSON.stringify(details).length;
  const fitting = Math.floor(limits.stateCacheCharsMax / 2 / (chars + 2 * limits.statePlaceChars));
  const context = { actor: 'user:ann', correlationId: 'c1', workspaceId: 'ws_1' };
  const streams = Array.from({ length: 3 * fitting }, (_, n) => `plan-pln_${n}`);
  for (const stream of streams) {
    await commands.handle(planDecider, stream, { type: 'PreparePlan', details, carried: new Map() }, context);
  }
  const readsOf = async (some: readonly string[]): Promise<number> => {
    reads = 0;
    for (const stream of some) await commands.read(planDecider, stream);
    return reads;
  };
  t.is(await readsOf(streams.slice(-fitting)), 0, 'what was used last is in memory');
  t.is(await readsOf(streams.slice(0, fitting)), fitting, 'what was used long ago is not');
});

test('events before a snapshot are not counted any more, also where the snapshot was just appended', (t) => {
  const from = {
    state: requestDecider.initial,
    revision: 'none',
    hash: GENESIS,
    position: START,
    chars: 9_000,
  } as const;
  const claim = { operation: 'generate', bodyHash: '0'.repeat(64), targetId: 'job_1', projectId: null } as const;
  const metadata = () => ({ actor: 'user:ann', correlationId: 'c1', at: '2026-01-01T00:00:00.000Z' });
  const round = decideRound({ codec: createEventCodec(), eventId: () => 'e' }, requestDecider, 'request-r1', from, [
    { kind: 'command', command: { type: 'ClaimRequest', ...claim, now: '2026-01-01T00:00:00.000Z' }, metadata },
    { kind: 'command', command: { type: 'ReleaseRequest', n: 1, reason: 'insufficient_credits' }, metadata },
  ]);
  t.is(round.events.length, 2);
  t.true(round.reached.chars > 0 && round.reached.chars < 9_000);
});
