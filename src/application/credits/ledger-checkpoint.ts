/**
 * A signed checkpoint of the whole log, with the head of the caller's ledger in it. With the size of an earlier one it
 * proves that the log has only grown since.
 */
import { ledgerStream } from '../../../commands/ledger/decider.ts';
import { consistencyPath } from '../../kernel/merkle.ts';
import type { Ground } from '../application.ts';
import type { Caller } from '../calls/caller.ts';
import { invalid, ok, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { type CheckpointDeps, createCheckpoint } from '../proof/checkpoint.ts';
import { claimedHash } from '../../schema/hash-chain.ts';

type Deps = CheckpointDeps & Pick<Ground, 'eventStore'>;

/** `since`: the size of an earlier checkpoint, from 1. */
export const createLedgerCheckpoint = (deps: Deps) => {
  const checkpointed = createCheckpoint(deps);
  return async ({ workspaceId }: Caller, since: number | null): Promise<Result<Body>> => {
    const stream = ledgerStream(workspaceId);
    const head = await deps.eventStore.head(stream);
    const found = await checkpointed(head === undefined ? [] : [head.position], since === null ? [] : [since - 1]);
    if (found.kind === 'refused') return found;
    const { checkpoint, signature, range, proofs } = found.value;
    if (since !== null && since > checkpoint.size)
      return invalid('/since', `is more than the ${checkpoint.size} events of the log`);
    const [proof] = proofs;
    const ledger =
      head === undefined || proof === undefined ? null : { ...(await headOf(deps, stream, head)), ...proof };
    const consistency =
      since === null
        ? null
        : { size: since, root: range(0, since), proof: consistencyPath(range, since, checkpoint.size) };
    return ok({ ok: true, checkpoint, signature, ledger, consistency });
  };
};

type Head = { readonly revision: number; readonly position: string };

const headOf = async ({ eventStore }: Deps, stream: string, { revision, position }: Head) => {
  let hash = '';
  for await (const { metadata } of eventStore.readStream(stream, { from: revision, limit: 1 })) {
    hash = claimedHash(metadata);
  }
  return { stream, revision, position, hash };
};
