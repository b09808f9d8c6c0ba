/**
 * Projectors join, leave, are killed, paused and return, in any order: the documents are those of an undisturbed one,
 * and every shard has one writer at a time.
 */
import test from 'ava';
import { collectionOf } from '../../src/kernel/projection.ts';
import type { DocumentStore } from '../../src/ports/document-store.ts';
import { createRandom } from '../support/kernel/seeded-random.ts';
import { foldedFromZero, storedIn } from '../support/read-models/projection-world.ts';
import { createShardWorld, cut, isFenced, type Projector } from '../support/read-models/shard-world.ts';

const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_101);
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 8);
const STEPS = 40;
const PROJECTORS_MAX = 5;

type Outcome = { readonly isSame: boolean; readonly isFenced: boolean };

const live = async (seed: number, doctor?: (documents: DocumentStore) => DocumentStore): Promise<Outcome> => {
  const random = createRandom(seed);
  const world = createShardWorld(null, random.oneOf([2, 4, 8]));
  const running = new Set<Projector>();
  const paused = new Set<Projector>();
  let joined = 0;

  const join = async (): Promise<Projector> => {
    joined += 1;
    const projector = await world.join(`projector-${joined}`, {}, doctor);
    running.add(projector);
    return projector;
  };
  const act = async (): Promise<void> => {
    const anyOf = (some: ReadonlySet<Projector>) => [...some][random.between(0, some.size)];
    const [one, other] = [anyOf(running), anyOf(paused)];
    switch (random.oneOf(['put', 'put', 'put', 'put', 'join', 'leave', 'pause', 'pause', 'resume', 'kill'])) {
      case 'put':
        for (let n = random.between(1, 12); n > 0; n -= 1) {
          await world.put(`ws_${random.between(1, 12)}`, `${random.between(1, 30)}`);
        }
        return;
      case 'join':
        if (running.size + paused.size < PROJECTORS_MAX) await join();
        return;
      case 'leave':
        if (one !== undefined && running.delete(one)) await one.runner.close();
        return;
      case 'pause':
        if (one !== undefined && running.delete(one)) paused.add(one);
        one?.pause();
        return;
      case 'resume':
        if (other !== undefined && paused.delete(other)) running.add(other);
        other?.resume();
        return;
      default:
        // It never comes back.
        if (one !== undefined && running.delete(one)) one.pause();
    }
  };

  await join();
  for (let step = 0; step < STEPS; step += 1) {
    await act();
    await world.time.advance(random.oneOf([0, 20, 200, 1_000, 4_000]));
  }
  await world.caughtUp(await join());
  const collections = await Promise.all(
    cut.map(async (projection) => {
      const is = await storedIn(world.documents, collectionOf(projection));
      return is.join('\n') === foldedFromZero(world.codec, projection, await world.events()).join('\n');
    }),
  );
  const fenced = isFenced(world.taken);
  await world.close();
  return { isSame: collections.every((is) => is), isFenced: fenced };
};

for (let run = 0; run < RUNS; run += 1) {
  test(`projectors come and go as they like, seed ${SEED + run}`, async (t) => {
    const { isSame, isFenced: fenced } = await live(SEED + run);
    t.true(isSame, 'the documents are those of one projector');
    t.true(fenced, 'each shard has one writer at a time');
  });
}

test('sabotage: a store that knows no fences lets several write one shard', async (t) => {
  const unfenced = (documents: DocumentStore): DocumentStore => ({
    ...documents,
    write: async (writes, ...checkpoints) => {
      try {
        await documents.write(writes, ...checkpoints);
      } catch {
        const held = await documents.checkpoints(checkpoints.map(({ name }) => name));
        await documents.write(writes, ...checkpoints.map((one, n) => ({ ...one, fence: held[n]?.fence ?? one.fence })));
      }
    },
  });
  const outcomes: boolean[] = [];
  // One that was overtaken also sees the fence at its next look: it takes a few lives until one writes before that.
  for (let run = 0; run < 16 && !outcomes.includes(false); run += 1) {
    outcomes.push((await live(SEED + run, unfenced)).isFenced);
  }
  t.true(outcomes.includes(false), `${outcomes.length} lives`);
});
