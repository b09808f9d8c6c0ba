/** The work of a forger that knows the format of the log: events of any kind, with ids, metadata and valid chains. */
import type { DatabaseSync } from 'node:sqlite';
import { logEpochStarted } from '../../../events/system.ts';
import { epochText } from '../../../src/application/log/log-epochs.ts';
import type { EncodedEvent } from '../../../src/ports/event-store.ts';
import type { Signer } from '../../../src/ports/signer.ts';
import { createEventCodec, GENESIS } from '../../../src/schema/event-codec.ts';
import { hashOf } from '../jobs/builders.ts';
import { rechain, rowOf, rowsOf, setColumn } from './tamper.ts';

/** Makes room for one row before a place in the order of the log. */
const makeRoom = (log: DatabaseSync, seq: number): void => {
  const move = log.prepare('UPDATE events SET seq = seq + 1 WHERE seq = ?');
  for (const row of rowsOf(log, 'seq >= ?', seq).toReversed()) move.run(row.seq);
};

/** The start of an epoch, as a store takes it, signed by its forger. */
export const forgedEpoch = (signer: Signer): EncodedEvent => {
  const what = { epoch: 1, reason: 'nobody asked', before: { position: 'ffff-000000000000', hash: hashOf('made up') } };
  const event = logEpochStarted({ ...what, signature: signer.sign(epochText(what)) });
  const metadata = { actor: 'tool:start-epoch', correlationId: 'c1', at: '2026-03-01T09:00:00.000Z' };
  const id = '018f3c1e-7a00-7000-8000-000000000035';
  const place = { stream: 'system-log', revision: 0, id, metadata, previousHash: GENESIS };
  return createEventCodec().encode(event, place).encoded;
};

/** That, before the event at `seq`. */
export const insertEpoch = (log: DatabaseSync, seq: number, signer: Signer): void => {
  makeRoom(log, seq);
  const { id, type, data, metadata } = forgedEpoch(signer);
  log
    .prepare('INSERT INTO events (seq, stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(seq, 'system-log', 0, id, type, data, metadata);
};

/** A thousand credits more in the first grant, in the balances of every entry after it, and in every hash. */
export const raiseGrant = (log: DatabaseSync): void => {
  const { stream } = rowOf(log, "type = 'CreditsGranted'");
  const raised = (value: unknown): unknown => (typeof value === 'number' ? value + 1_000 : value);
  for (const [index, row] of rowsOf(log, 'stream = ?', stream).entries()) {
    const data = JSON.parse(row.data, (name, value: unknown) =>
      name === 'bonus' || (index === 0 && name === 'amount') ? raised(value) : value,
    ) as unknown;
    setColumn(log, row, 'data', JSON.stringify(data));
  }
  rechain(log, stream);
};
