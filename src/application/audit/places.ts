/**
 * The positions of the read models in the document store. They are read before the log, so that none can be ahead of
 * it.
 */
import { Fault } from '../../kernel/faults.ts';
import type { Position } from '../../kernel/position.ts';
import { definitionOf, type Projection } from '../../kernel/projection.ts';
import { allShards, type Shard, shardOf } from '../../kernel/shard.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { ReplayDeps } from '../log/check-chain.ts';
import {
  checkpointOf,
  createReadModelDirectory,
  type Placement,
  positionsOf,
  shardsIn,
} from '../read-models/freshness/read-model-directory.ts';
import type { Findings } from './findings.ts';

export type ReadModelPlace = {
  readonly projection: Projection;
  readonly collection: string;
  /** Everything up to here is in the documents of each shard, in the order of the shards. */
  readonly positions: readonly Position[];
  /** The same for the documents of an owner. */
  readonly reached: (owner: string) => Position;
};

/** The dependencies for comparing read models with the log. */
export type ReadModelDeps = Pick<ReplayDeps, 'eventStore' | 'feed' | 'codec'> & {
  readonly documents: Pick<DocumentStore, 'get' | 'getText' | 'scan' | 'checkpoint'>;
};

export const placesOf = async (
  documents: DocumentStore,
  projections: readonly Projection[],
): Promise<readonly ReadModelPlace[]> => {
  const directory = createReadModelDirectory(documents);
  await directory.declare();
  const places: ReadModelPlace[] = [];
  for (const projection of projections) {
    const placement = await directory.find(projection);
    const { current: collection } = placement;
    await documents.declare(definitionOf(projection, collection));
    const positions = await positionsOf(documents, placement);
    const shards = shardsIn(placement, collection);
    const reached = (owner: string): Position => positions[shardOf(owner, shards)] as Position;
    places.push({ projection, collection, positions, reached });
  }
  return places;
};

/**
 * Of a collection that a rebuild has dropped meanwhile nothing was compared: its documents are gone, or missing, and
 * that is no finding. Fault `unavailable`: there is one.
 */
export const refuseIfRebuilt = async (documents: DocumentStore, places: readonly ReadModelPlace[]): Promise<void> => {
  const found = await createReadModelDirectory(documents).findAll(places.map(({ projection }) => projection));
  for (const [n, { projection, collection }] of places.entries()) {
    const { current, retired } = found[n] as Placement;
    if (current === collection || retired.includes(collection)) continue;
    throw new Fault('unavailable', `the read model ${projection.name} was rebuilt while it was compared`);
  }
};

/** Of the shards of a place, each with how far it is. */
export const shardsOfPlace = ({
  positions,
}: ReadModelPlace): readonly { readonly shard: Shard; readonly position: Position }[] =>
  allShards(positions.length).map((shard) => ({ shard, position: positions[shard.number] as Position }));

/** A checkpoint that follows no read model. */
export type Witness = { readonly name: string; readonly position: Position };

/** Checkpoints live in another file than the log: one that is past its end has seen events that are gone. */
export const auditWitnesses = (
  places: readonly ReadModelPlace[],
  others: readonly Witness[],
  head: Position,
  findings: Findings,
): void => {
  const witnesses = [
    ...others,
    ...places.flatMap((place) =>
      shardsOfPlace(place).map(({ shard, position }) => ({ name: checkpointOf(place.collection, shard), position })),
    ),
  ];
  const furthest = witnesses.reduce((a, b) => (b.position > a.position ? b : a));
  if (furthest.position <= head) return;
  const count = witnesses.filter(({ position }) => position > head).length;
  const who = count === 1 ? furthest.name : `${furthest.name} (and ${count - 1} more)`;
  const problem = `the log ends at ${head || 'its start'}, and ${who} has seen it at ${furthest.position}`;
  findings.add({ check: 'witness', what: 'log_behind', problem, position: head });
};
