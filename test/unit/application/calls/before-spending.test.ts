/** A paid call that meets a full disk says that nothing was spent where that is certain, and nowhere else. */
import test, { type ExecutionContext } from 'ava';
import { hasSpentNothing } from '../../../../src/application/calls/before-spending.ts';
import { createCommerceVideo } from '../../../../src/application/work/commerce/commerce-video.ts';
import type { CommandHandler } from '../../../../src/application/log/command-handler.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { superviseKeys } from '../../../support/application/supervise-key.ts';
import { givenWorld } from '../../../support/application/world.ts';
import { quickVideo } from '../../../support/engines/media-engines.ts';

const order = { trigger: 'cross_sell', product: { title: 'Lantern' }, durationSeconds: 5, externalRef: 'r1' } as const;
const FULL = new Fault('unavailable', 'the disk is full');

/** The commands up to the N-th, which finds no room, and so do all later ones. */
const fullAt = (commands: CommandHandler, at: number): CommandHandler => {
  let count = 0;
  return {
    ...commands,
    handle: async (...asked) => {
      count += 1;
      if (count >= at) throw FULL;
      return commands.handle(...asked);
    },
  };
};

/** A call whose N-th append is refused: whether it says that nothing was spent, and what was held then and later. */
const calledAt = async (t: ExecutionContext, at: number, key: string | null) => {
  const { world, ground, services, ann } = await givenWorld(t, {
    engines: [quickVideo()],
    ground: (given) => ({ ...given, providerB: 'service_video' }),
  });
  const call = createCommerceVideo({ ...ground, commands: fullAt(services.commands, at) });
  const error = await call(ann, order, key === null ? null : { key, bodyHash: 'a'.repeat(64) }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const held = async () => (await world.events()).some(({ type }) => type === 'CreditsHeld');
  const heldThen = await held();
  await superviseKeys(world, services, ann.workspaceId);
  return { error, says: hasSpentNothing(error), heldThen, heldLater: await held() };
};

for (const key of ['K', null]) {
  test(`a call ${key === null ? 'without' : 'with'} a key says so up to its hold, and not after it`, async (t) => {
    const told: boolean[] = [];
    for (let at = 1; ; at += 1) {
      const { error, says, heldThen, heldLater } = await calledAt(t, at, key);
      if (error === undefined) break;
      t.is(says, !heldThen, `refused at ${at}`);
      if (says) t.false(heldLater, `refused at ${at}`);
      told.push(says);
    }
    t.true(told.includes(true) && told.includes(false), told.join());
  });
}

test('a call says so whose picture of another host finds no room', async (t) => {
  const { ground, ann } = await givenWorld(t, { engines: [quickVideo()] });
  const references = { ...ground.references, obtain: async () => Promise.reject(FULL) };
  const call = createCommerceVideo({ ...ground, providerB: 'service_video', references });
  const product = { ...order.product, imageUrl: 'https://a.test/lantern.png' };
  const error = await t.throwsAsync(call(ann, { ...order, product }, null), { message: FULL.message });
  t.true(hasSpentNothing(error));
});
