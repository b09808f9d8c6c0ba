/**
 * Parts of a read model. Documents are cut by owner, so that the holder of one shard folds all events of a document
 * (ARCHITECTURE, "Projectors share by owner").
 */
import { sha256 } from './canonical-json.ts';

/** The shard `number`, from 0, of so many. */
export type Shard = { readonly number: number; readonly of: number };

/** A read model that is not cut. */
export const WHOLE: Shard = Object.freeze({ number: 0, of: 1 });

/**
 * The number from which the shard of an owner follows: the first 48 bits of the sha256 of its text. It must never
 * change: the checkpoints of all existing shards rest on it.
 */
export const ownerKey = (owner: string): number => Number.parseInt(sha256(owner).slice(0, 12), 16);

/** The shard, from 0 to `shards` - 1, that the documents of an owner belong to. */
export const shardOf = (owner: string, shards: number): number => (shards === 1 ? 0 : ownerKey(owner) % shards);

/** All shards of a read model that is cut into so many. */
export const allShards = (shards: number): readonly Shard[] =>
  Array.from({ length: shards }, (_, number) => ({ number, of: shards }));
