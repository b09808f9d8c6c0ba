/**
 * A whole ledger as lines of JSON: what it is, then each event as it is stored, then a signed end. The data and the
 * metadata of an event are texts, since the chain of hashes is over these very bytes. A ledger that is damaged breaks
 * the export off: it then has no end.
 */
import { ledgerStream } from '../../../commands/ledger/decider.ts';
import { limits } from '../../kernel/limits.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { GENESIS } from '../../schema/event-codec.ts';
import type { Ground } from '../application.ts';
import type { Caller } from '../calls/caller.ts';
import { ok, type Result } from '../calls/result.ts';
import { signProof } from '../proof/sign-proof.ts';
import { behind, type Freshness, positionFor } from '../reading/answers.ts';
import { nowText } from '../services/services.ts';

export type LedgerExport = { readonly content: AsyncIterable<Buffer>; readonly position: Position };

type Deps = Pick<Ground, 'eventStore' | 'codec' | 'turns' | 'signer' | 'clock' | 'feed' | 'written'>;

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
