/** The number of the next epoch: above all that were ever seen, and not one higher for an interrupted run. */
import test from 'ava';
import { EPOCHS } from '../../../../src/application/log/log-epochs.ts';
import { type EpochDeps, lookAtEpochs } from '../../../../src/application/log/start-epoch.ts';
import { epochOf, epochStart, type Position, START } from '../../../../src/kernel/position.ts';
import { ownEvents } from '../../../../src/main/own-events.ts';
import { newEvents } from '../../../contract/samples.ts';
import { boxes } from '../../../support/read-models/box-projections.ts';
import { createMemoryLog } from '../../../support/log/memory-log.ts';
import { createProjectionWorld, put } from '../../../support/read-models/projection-world.ts';
import { createSigner } from '../../../support/log/test-signer.ts';

test('an epoch starts after all positions of the one before, and before its own', (t) => {
  for (const epoch of [0, 9, 255, 65_534]) {
    t.is(epochOf(epochStart(epoch)), epoch);
    t.true(epochStart(epoch) < `${epochStart(epoch)}000000000001`);
    t.true(`${epochStart(epoch)}999999999999` < epochStart(epoch + 1));
  }
  t.is(epochOf(START), 0);
});

/** A log of which every epoch, and its seal, can be believed: nothing is there to doubt. */
const NO_EPOCH = {
  signer: createSigner(),
  eventStore: {
    readStream: async function* none() {
      yield* [];
    },
  },
};

test('the next epoch is above what the log, the witnesses and the relay have seen', async (t) => {
  const world = createProjectionWorld(t);
  const head = await world.append('box-1', put('a'));
  const look = async (seen: { relay?: Position; begun?: Position; epochs?: Position } = {}) => {
    if (seen.epochs !== undefined) await world.documents.write([], { name: EPOCHS, position: seen.epochs, fence: 0 });
    const deps = {
      ...world,
      ...NO_EPOCH,
      eventStore: {
        ...NO_EPOCH.eventStore,
        head: async () => (seen.begun === undefined ? undefined : { revision: 0, position: seen.begun }),
      },
      projections: [boxes],
      sightings: seen.relay === undefined ? [] : [{ witness: 'the relay', seen: seen.relay }],
    };
    return lookAtEpochs(deps as unknown as EpochDeps);
  };
  t.like(await look(), { head, epoch: 0, next: 1, ahead: [], isFresh: false });
  t.like(await look({ begun: head }), { isFresh: true });
  const relay = '0003-000000000009';
  t.like(await look({ relay, begun: head }), {
    next: 4,
    ahead: [{ witness: 'the relay', seen: relay }],
    isFresh: false,
  });
  t.like(await look({ epochs: epochStart(7) }), { next: 7, ahead: [{ witness: EPOCHS }] }, 'it was only begun');
  t.like(await look({ epochs: '0007-000000000004' }), { next: 8 }, 'it has been used');
});

test('appends of others on a shared server are no reason for another epoch; our own are', async (t) => {
  const [world, log] = [createProjectionWorld(t), createMemoryLog()];
  t.teardown(async () => log.close());
  const append = async (stream: string): Promise<Position> =>
    (await log.store.append(stream, 'none', newEvents(1))).position;
  const head = async (): Promise<unknown> => ({ revision: 0, position: begun });
  const eventStore = { ...NO_EPOCH.eventStore, head };
  const look = async () =>
    lookAtEpochs({
      ...world,
      ...NO_EPOCH,
      feed: ownEvents(log.feed),
      eventStore,
      projections: [boxes],
    } as unknown as EpochDeps);
  const begun = await append('system-log');
  const others = await append('invoice-1');
  t.like(await look(), { head: others, isFresh: true });
  await append('job-1');
  t.like(await look(), { isFresh: false });
});
