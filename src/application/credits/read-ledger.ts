/**
 * The ledger of a workspace for its owners and their auditors: all of it, a month of it, and its place in the log.
 * Each is signed.
 */
import { ledgerStream } from '../../../commands/ledger/decider.ts';
import { limits } from '../../kernel/limits.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { GENESIS } from '../../schema/event-codec.ts';
import type { Ground } from '../application.ts';
import type { Caller } from '../calls/caller.ts';
import { type Body, invalid, ok, type Result } from '../calls/result.ts';
import { signProof } from '../proof/sign-proof.ts';
import { behind, type Freshness, listRead, positionFor, type Read } from '../reading/answers.ts';
import { nowText } from '../services/services.ts';
import { ledgerMonthsFold, ledgerStatement } from '../../../projections/ledger-months.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { consistencyPath } from '../../kernel/merkle.ts';
import { type CheckpointDeps, createCheckpoint } from '../proof/checkpoint.ts';
import { claimedHash } from '../../schema/hash-chain.ts';

export type LedgerExport = { readonly content: AsyncIterable<Buffer>; readonly position: Position };

type Deps = Pick<Ground, 'eventStore' | 'codec' | 'turns' | 'signer' | 'clock' | 'feed' | 'written'>;

/**
 * A whole ledger as lines of JSON: what it is, then each event as it is stored, then a signed end. The data and the
 * metadata of an event are texts, since the chain of hashes is over these very bytes. A ledger that is damaged breaks
 * the export off: it then has no end.
 */
export const createLedgerExport =
  (deps: Deps) =>
  async (caller: Caller, fresh: Freshness): Promise<Result<LedgerExport>> => {
    if ((await deps.feed.head()) < positionFor(deps, caller, fresh)) return behind;
    const head = await deps.eventStore.head(ledgerStream(caller.workspaceId));
    const lines = linesOf(deps, caller.workspaceId, head === undefined ? 0 : head.revision + 1);
    return ok({ content: inChunks(lines), position: head?.position ?? START });
  };

/** `events`: how many the ledger has now. Later ones are left for the next export. */
async function* linesOf(deps: Deps, workspaceId: string, events: number): AsyncGenerator<string> {
  const { eventStore, codec, turns, signer, clock } = deps;
  const stream = ledgerStream(workspaceId);
  yield `${JSON.stringify({ export: 'ledger', version: 1, workspaceId, stream })}\n`;
  let hash = GENESIS;
  for await (const stored of events === 0 ? [] : eventStore.readStream(stream, { limit: events })) {
    hash = codec.verify(hash, stored);
    yield lineOf(stored);
    const rest = turns.due();
    if (rest !== undefined) await rest;
  }
  const end = { workspaceId, stream, events, hash, at: nowText(clock) };
  yield `${JSON.stringify({ end, signature: signProof(signer, 'ledger-export', end) })}\n`;
}

const lineOf = ({ revision, id, type, data, metadata }: StoredEvent): string =>
  `${JSON.stringify({ revision, id, type, data, metadata })}\n`;

/** A line is far smaller than a good write to a socket. The reader asks for each chunk: no more than one is made. */
async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < limits.ledgerExportChunkChars) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/**
 * Its entries are those that ledger/entries lists for the same time. It is folded from the stream: a cold one costs a
 * read of the whole ledger, in turns, a later one the events since. `month`: `YYYY-MM`, UTC.
 */
export const createLedgerStatement =
  ({ signer, ...side }: ReadSide & Pick<Ground, 'signer'>) =>
  async (caller: Caller, month: string, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const { workspaceId } = caller;
    if ((await side.feed.head()) < positionFor(side, caller, fresh)) return behind;
    const months = await side.streams.get(ledgerMonthsFold, ledgerStream(workspaceId), workspaceId);
    const statement = ledgerStatement(months?.body, workspaceId, month);
    const signature = signProof(signer, 'ledger-statement', statement);
    return listRead({ ok: true, statement, signature }, months?.position ?? START);
  };

type LedgerCheckpointDeps = CheckpointDeps & Pick<Ground, 'eventStore'>;

/**
 * A signed checkpoint of the whole log, with the head of the caller's ledger in it. With the size of an earlier one
 * it proves that the log has only grown since. `since`: the size of an earlier checkpoint, from 1.
 */
export const createLedgerCheckpoint = (deps: LedgerCheckpointDeps) => {
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

const headOf = async ({ eventStore }: LedgerCheckpointDeps, stream: string, { revision, position }: Head) => {
  let hash = '';
  for await (const { metadata } of eventStore.readStream(stream, { from: revision, limit: 1 })) {
    hash = claimedHash(metadata);
  }
  return { stream, revision, position, hash };
};
