import { createPublicKey, verify } from 'node:crypto';
import test from 'ava';
import { createLedgerExport } from '../../../../src/application/credits/read-ledger.ts';
import { canonicalJson } from '../../../../src/kernel/canonical-json.ts';
import type { EventStore } from '../../../../src/ports/event-store.ts';
import { GENESIS } from '../../../../src/schema/event-codec.ts';
import { linkHash } from '../../../../src/schema/hash-chain.ts';
import { answered } from '../../../support/application/answered.ts';
import { createWorld, enterAs, givenWorld, type Process } from '../../../support/application/world.ts';
import type { Caller } from '../../../../src/application/calls/caller.ts';
import { createCountedReads } from '../../../support/log/counted-reads.ts';

type Line = {
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
};

const exported = async ({ ground }: Process, caller: Caller): Promise<readonly string[]> => {
  const chunks: Buffer[] = [];
  const { content } = await answered(createLedgerExport(ground)(caller, { atLeast: null }));
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString().trimEnd().split('\n');
};

const grant = async ({ application }: Process, caller: Caller, amount: number) =>
  answered(application.grantCredits(caller, caller.workspaceId, { pool: 'paid', amount, note: `${amount} “…”` }, null));

test('an export has every event with its stored bytes, and its end is signed', async (t) => {
  const { world, process, ann } = await givenWorld(t);
  for (let amount = 1; amount <= 40; amount += 1) await grant(process, ann, amount);
  const lines = await exported(process, ann);
  const stream = `ledger-${ann.workspaceId}`;
  t.deepEqual(JSON.parse(lines[0] ?? ''), { export: 'ledger', version: 1, workspaceId: ann.workspaceId, stream });
  const stored = (await world.events()).filter((event) => event.stream === stream);
  const events = lines.slice(1, -1).map((line) => JSON.parse(line) as Line);
  t.deepEqual(
    events,
    stored.map(({ revision, id, type, data, metadata }) => ({ revision, id, type, data, metadata })),
  );
  const hash = events.reduce((before, event) => linkHash(before, { stream, ...event }) ?? 'broken', GENESIS);
  const { end, signature } = JSON.parse(lines.at(-1) ?? '') as { readonly end: object; readonly signature: string };
  t.like(end, { events: stored.length, hash, stream });
  const [header = '', , value = ''] = signature.split('.');
  const signed = Buffer.from(`${header}.${Buffer.from(canonicalJson(end)).toString('base64url')}`);
  const key = createPublicKey({ key: { ...process.ground.signer.publicKey }, format: 'jwk' });
  t.true(verify(null, signed, key, Buffer.from(value, 'base64url')));
  t.false(verify(null, Buffer.from(`${signed.toString()}x`), key, Buffer.from(value, 'base64url')));
});

test('a ledger without an event is a beginning and an end', async (t) => {
  const { process, ann } = await givenWorld(t, { trialCredits: 0 });
  const lines = await exported(process, ann);
  t.is(lines.length, 2);
  t.like(JSON.parse(lines[1] ?? ''), { end: { events: 0, hash: GENESIS } });
});

test('a damaged ledger breaks the export off: it gets no end', async (t) => {
  const world = await createWorld(t);
  const ann = await enterAs(await world.start(), 'ann');
  const changed = (store: EventStore): EventStore => ({
    ...store,
    readStream: async function* changed(stream, options) {
      for await (const event of store.readStream(stream, options)) {
        yield { ...event, data: event.data.replace('"amount":500', '"amount":501') };
      }
    },
  });
  await t.throwsAsync(exported(await world.start({ eventStore: changed }), ann), { message: /differs/ });
});

test('no more than a chunk is made before the reader asks for it', async (t) => {
  const world = await createWorld(t);
  const reads = createCountedReads();
  const writer = await world.start();
  const ann = await enterAs(writer, 'ann');
  for (let amount = 1; amount <= 250; amount += 1) await grant(writer, ann, amount);
  const process = await world.start({ eventStore: reads.wrap });
  const { content } = await answered(createLedgerExport(process.ground)(ann, { atLeast: null }));
  t.is(reads.take('ledger'), 0);
  const chunks = content[Symbol.asyncIterator]();
  await chunks.next();
  const read = reads.take('ledger');
  t.true(read > 50 && read < 200, String(read));
  await chunks.return?.();
});
