/** Signed checkpoints of the log, and the proofs that lead to them. One tree serves all use cases of a process. */
import { inclusionPath, type RangeHash } from '../../kernel/merkle.ts';
import { limits } from '../../kernel/limits.ts';
import { epochOf, laterOf, type Position } from '../../kernel/position.ts';
import type { Ground } from '../application.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import { nowText } from '../services/services.ts';
import { createLogTree, type LogTree } from './log-tree.ts';
import { signProof } from './sign-proof.ts';

export type Checkpoint = {
  readonly epoch: number;
  /** Of the last event. */
  readonly position: Position;
  /** Events of the log. */
  readonly size: number;
  readonly root: string;
  readonly at: string;
};

export type Checkpointed = {
  readonly checkpoint: Checkpoint;
  readonly signature: string;
  readonly range: RangeHash;
  /** The leaf of an event by its position, and the hashes from it to the root. */
  readonly proofs: readonly { readonly index: number; readonly proof: readonly string[] }[];
};

export type CheckpointDeps = Pick<Ground, 'feed' | 'turns' | 'timers' | 'signer' | 'clock'>;

const trees = new WeakMap<CheckpointDeps['feed'], LogTree>();

const treeOf = (deps: CheckpointDeps): LogTree => {
  const tree = trees.get(deps.feed) ?? createLogTree(deps);
  trees.set(deps.feed, tree);
  return tree;
};

/** `positions`: of events to prove. `leaves`: further ones that the range is asked for. */
export const createCheckpoint =
  (deps: CheckpointDeps) =>
  async (positions: readonly Position[], leaves: readonly number[] = []): Promise<Result<Checkpointed>> => {
    const tree = treeOf(deps);
    const wanted = positions.reduce(laterOf, await deps.feed.head());
    if (!(await hasGrown(deps, tree, wanted))) {
      return refused('read_model_behind', 'the tree over the log has not come to its end yet: ask again');
    }
    const { size, position } = tree.end();
    const indexes = await Promise.all(positions.map(async (one) => tree.indexOf(one)));
    const range = await tree.ranges([...indexes, ...leaves, Math.max(size - 1, 0)]);
    const root = size === 0 ? '' : range(0, size);
    const checkpoint = { epoch: epochOf(position), position, size, root, at: nowText(deps.clock) };
    const proofs = indexes.map((index) => ({ index, proof: inclusionPath(range, index, 0, size) }));
    return ok({ checkpoint, signature: signProof(deps.signer, 'log-checkpoint', checkpoint), range, proofs });
  };

/** False when the log is so long that the answer would take too long; the tree goes on growing. */
const hasGrown = async ({ timers }: CheckpointDeps, tree: LogTree, wanted: Position): Promise<boolean> => {
  if (tree.end().position >= wanted) return true;
  const waiting = new AbortController();
  const over = timers.sleep(limits.checkpointWaitMs, waiting.signal).then(
    () => false,
    () => false,
  );
  try {
    while (tree.end().position < wanted) {
      const grown = tree.grow().then(() => true);
      if (!(await Promise.race([grown, over]))) return false;
    }
    return true;
  } finally {
    waiting.abort();
  }
};
