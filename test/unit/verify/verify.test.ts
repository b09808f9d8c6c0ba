import test from 'ava';
import type { Caller } from '../../../src/application/calls/caller.ts';
import {
  createLedgerCheckpoint,
  createLedgerExport,
  createLedgerStatement,
} from '../../../src/application/credits/read-ledger.ts';
import { signProof } from '../../../src/application/proof/sign-proof.ts';
import { GENESIS } from '../../../src/schema/event-codec.ts';
import { chainHash, withHash } from '../../../src/schema/hash-chain.ts';
import { answered, bodyOf } from '../../support/application/answered.ts';
import { generate, produce } from '../../support/application/production.ts';
import { enterAs, givenWorld, type Process } from '../../support/application/world.ts';
import { drawJob } from '../../support/jobs/draw-job.ts';
import { spendWithCosts } from '../../support/ledger/spend-with-costs.ts';
import { oneOfFile } from '../../support/process/of-file.ts';
import { verify } from '../../../src/verify/verify.js';
import { blinded, file, freeBits, type File, wrongIn } from '../../support/audit/auditor.ts';

type Scope = Parameters<typeof givenWorld>[0];

const exportOf = async ({ ground }: Process, caller: Caller): Promise<File> => {
  const { content } = await answered(createLedgerExport(ground)(caller, { atLeast: null }));
  return { name: 'export', bytes: Buffer.concat(await Array.fromAsync(content)) };
};

const checkpointOf = async ({ ground }: Process, caller: Caller, name: string, since: number | null = null) =>
  file(name, await answered(createLedgerCheckpoint({ ...ground, timers: patient })(caller, since)));

/** No wait of the service is over. */
const patient = { sleep: async () => new Promise<void>(() => undefined), nextTurn: async () => Promise.resolve() };

const sizeOf = ({ bytes }: File): number =>
  (JSON.parse(bytes.toString()) as { readonly checkpoint: { readonly size: number } }).checkpoint.size;

/** All that an auditor takes: of a workspace with grants and paid work, among others. */
const makeFiles = async (t: Scope, credits = 3) => {
  const { process, ann } = await givenWorld(t);
  const eve = await enterAs(process, 'eve');
  const grant = async (caller: Caller, amount: number) =>
    answered(
      process.application.grantCredits(caller, caller.workspaceId, { pool: 'paid', amount, note: 'a “note”' }, null),
    );
  await grant(ann, credits);
  const older = await checkpointOf(process, ann, 'older');
  const jobId = await generate(process, await produce(process, ann, 2));
  for (let step = 0; step < 4; step += 1) await drawJob(process.services, jobId, () => 'pass', 1);
  await spendWithCosts(process, ann);
  for (let amount = 1; amount <= 300; amount += 1) await grant(eve, amount);
  await grant(ann, 9);
  const statement = file(
    'statement',
    await bodyOf(createLedgerStatement(process.ground)(ann, '2026-01', { atLeast: null })),
  );
  const newer = await checkpointOf(process, ann, 'newer', sizeOf(older));
  const keys = file('keys', { keys: [process.ground.signer.publicKey] });
  const exported = await exportOf(process, ann);
  return { process, ann, keys, exported, statement, older, newer, all: [keys, exported, statement, older, newer] };
};

type Given = Awaited<ReturnType<typeof makeFiles>>;

/** No test changes what it is given: the files are made once. */
const givenFiles = oneOfFile(test, async (owner) => makeFiles(owner));

test('the proofs of the service are right, for trees of any size', async (t) => {
  const { process, ann, keys, older, all } = await givenFiles();
  t.deepEqual(await verify(all), { ok: true, checked: all.map(({ name }) => name), notes: [], wrong: null });
  t.true(sizeOf(all[4] ?? older) > 256, 'more than a tile');
  const size = sizeOf(all[4] ?? older);
  for (let since = 1; since <= size; since += since < 20 || since > size - 20 ? 1 : 17) {
    t.like(await verify([keys, await checkpointOf(process, ann, `since ${since}`, since)]), { ok: true, wrong: null });
  }
});

test('flip any bit of any file: it is found, and the file is named', async (t) => {
  const { keys, exported, statement, newer, older } = await givenFiles();
  for (const changed of [statement, newer, older, exported]) {
    t.deepEqual(await freeBits(changed, [keys], { runs: 400 }), []);
  }
  // Of another key the signatures of the other files do not hold.
  t.deepEqual(await freeBits(keys, [older], { runs: 400, named: '' }), []);
});

type Line = { readonly revision: number; readonly id: string; readonly type: string; data: string; metadata: string };

/** The export of a ledger that was rewritten from its beginning, with every chain, balance and signature right. */
const rewritten = ({ process, exported }: Given): File => {
  const [head = '', ...rest] = exported.bytes.toString().trimEnd().split('\n');
  const { end } = JSON.parse(rest.pop() ?? '') as { readonly end: { readonly stream: string } };
  let hash = GENESIS;
  const lines = rest.map((text) => {
    const line = JSON.parse(text) as Line;
    line.data = line.data.replace('a “note”', 'another');
    const after = line.metadata.slice('{"$hash":"'.length + 64 + '",'.length);
    hash = chainHash(hash, { stream: end.stream, ...line }, after);
    return JSON.stringify({ ...line, metadata: withHash(hash, after) });
  });
  const last = { ...end, hash };
  const signature = signProof(process.ground.signer, 'ledger-export', last);
  return {
    name: 'export',
    bytes: Buffer.from([head, ...lines, JSON.stringify({ end: last, signature }), ''].join('\n')),
  };
};

test('a rewritten ledger, with every chain and balance right, is found against an older checkpoint', async (t) => {
  const given = await givenFiles();
  const forged = rewritten(given);
  t.like(await verify([given.keys, forged]), { ok: true }, 'by itself it is whole');
  const { wrong } = await verify([given.keys, forged, given.older]);
  t.regex(String(wrong), /export: the ledger was rewritten at or before event 1/);
  t.regex(await wrongIn([given.keys, forged, given.statement]), /rewritten/);
});

test('of two exports of one ledger the rewritten one is found, in any order, also without a checkpoint', async (t) => {
  const given = await givenFiles();
  const { keys, exported, older } = given;
  const forged = { ...rewritten(given), name: 'forged' };
  for (const files of [
    [exported, forged, older],
    [forged, exported, older],
  ])
    t.regex(await wrongIn([keys, ...files]), /^forged: the ledger was rewritten at or before event 1/);
  t.regex(await wrongIn([keys, exported, forged]), /^forged: .* event 1, which export has otherwise/);
  const earlier = { ...exported, name: 'earlier' };
  t.like(await verify([keys, earlier, exported, older]), { ok: true });
});

test('a signed statement of another ledger than a checkpoint has is found without an export', async (t) => {
  const { process, keys, statement, newer } = await givenFiles();
  t.like(await verify([keys, statement, newer]), { ok: true });
  const { statement: signed } = JSON.parse(statement.bytes.toString()) as { readonly statement: { asOf: object } };
  const forged = { ...signed, asOf: { ...signed.asOf, hash: '0'.repeat(64) } };
  const signature = signProof(process.ground.signer, 'ledger-statement', forged);
  const { wrong } = await verify([keys, newer, file('statement', { ok: true, statement: forged, signature })]);
  t.regex(String(wrong), /event \d+, which (newer|statement) has otherwise/);
});

test('a signed statement that names no event, and yet has entries, is found by the export', async (t) => {
  const { process, keys, statement, exported } = await givenFiles();
  const { statement: signed } = JSON.parse(statement.bytes.toString()) as { readonly statement: object };
  const forged = { ...signed, asOf: null };
  const signature = signProof(process.ground.signer, 'ledger-statement', forged);
  const { wrong } = await verify([keys, exported, file('statement', { ok: true, statement: forged, signature })]);
  t.regex(String(wrong), /^statement: the totals is/);
});

test('a log that does not lead from an older checkpoint, and signatures of another key, are found', async (t) => {
  const [one, other] = [await givenFiles(), await makeFiles(t, 4)];
  const own = [...(JSON.parse(one.keys.bytes.toString()) as { keys: object[] }).keys];
  const both = file('keys', {
    keys: [...own, ...(JSON.parse(other.keys.bytes.toString()) as { keys: object[] }).keys],
  });
  t.regex(await wrongIn([both, one.older, { ...other.newer, name: 'other' }]), /other: the log was rewritten/);
  t.regex(await wrongIn([one.keys, other.statement]), /statement: the signature names the key/);
  t.regex(await wrongIn([one.statement]), /no key set/);
  const apart = await verify([one.keys, one.older, await checkpointOf(one.process, one.ann, 'apart')]);
  t.true(apart.ok);
  t.regex(apart.notes.join(), /ask for one with \?since=/);
});

/** The same checkpoint or export, as a log or a ledger that has lost its last events would sign it. */
const shortened = ({ process }: Given, { bytes }: File, seconds: number, epochs = 0): File => {
  const body = JSON.parse(bytes.toString()) as { readonly checkpoint: Checkpoint };
  const { epoch, size, at } = body.checkpoint;
  const later = new Date(Date.parse(at) + seconds * 1_000).toISOString();
  const checkpoint = { ...body.checkpoint, epoch: epoch + epochs, size: size - 1, root: '0'.repeat(64), at: later };
  const signature = signProof(process.ground.signer, 'log-checkpoint', checkpoint);
  return file('later', { ok: true, checkpoint, signature, ledger: null, consistency: null });
};
type Checkpoint = { readonly epoch: number; readonly size: number; readonly at: string };

test('a log that has lost its last events is found by an older checkpoint, also under a new epoch', async (t) => {
  const given = await givenFiles();
  const { keys, newer } = given;
  for (const later of [shortened(given, newer, 86_400), shortened(given, newer, 1, 1)]) {
    for (const files of [
      [newer, later],
      [later, newer],
    ])
      t.regex(await wrongIn([keys, ...files]), /^later: the log lost events: it has \d+, and newer has/);
  }
  t.true((await verify([keys, newer, shortened(given, newer, 30)])).ok, 'clocks of two processes may differ');
  t.true((await verify([keys, newer, shortened(given, newer, -86_400)])).ok, 'it is an older one');
});

test('a ledger that has lost its last events is found by an older export', async (t) => {
  const { process, keys, exported } = await givenFiles();
  const lines = exported.bytes.toString().trimEnd().split('\n');
  const { end } = JSON.parse(lines.pop() ?? '') as { readonly end: { readonly events: number; readonly at: string } };
  const { metadata } = JSON.parse(lines.at(-2) ?? '') as { readonly metadata: string };
  const at = new Date(Date.parse(end.at) + 86_400_000).toISOString();
  const cut = { ...end, events: end.events - 1, hash: metadata.slice('{"$hash":"'.length).slice(0, 64), at };
  const last = JSON.stringify({ end: cut, signature: signProof(process.ground.signer, 'ledger-export', cut) });
  const later = { name: 'later', bytes: Buffer.from([...lines.slice(0, -1), last, ''].join('\n')) };
  t.true((await verify([keys, later])).ok, 'by itself it is whole');
  for (const files of [
    [exported, later],
    [later, exported],
  ])
    t.regex(await wrongIn([keys, ...files]), /^later: the ledger lost events: it has \d+, and export/);
});

test('a signed statement with another cost, or without one, is found by the entries of the export', async (t) => {
  const { process, keys, exported, statement } = await givenFiles();
  const text = statement.bytes.toString();
  t.true(text.includes('{"amount":"0.3","currency":"USD"}'));
  for (const [from, to] of [
    ['"amount":"0.3"', '"amount":"0.4"'],
    [',{"amount":"0.3","currency":"USD"}', ''],
    [',"providerCosts":[{"amount":"3","currency":"JPY"}]', ''],
  ] as const) {
    const { statement: forged } = JSON.parse(text.replace(from, to)) as { readonly statement: object };
    const signature = signProof(process.ground.signer, 'ledger-statement', forged);
    const { wrong } = await verify([keys, exported, file('statement', { ok: true, statement: forged, signature })]);
    t.regex(String(wrong), /statement: the totals is/, from);
  }
});

test('sabotage: a tool that compares the first of two exports alone lets the second pass', async (t) => {
  const given = await givenFiles();
  const files = [given.keys, given.exported, { ...rewritten(given), name: 'forged' }, given.older];
  t.false((await verify(files)).ok);
  const blindly = await blinded(t, 'hashes } of ledgers)', 'hashes } of ledgers.slice(0, 1))');
  t.true((await blindly(files)).ok);
});

test('sabotage: a tool that reads no signature lets changes pass', async (t) => {
  const blindly = await blinded(t, "fail(where, 'the signature does not hold')", 'return');
  const { keys, statement } = await givenFiles();
  const bytes = Buffer.from(statement.bytes.toString().replace('"month":"2026-01"', '"month":"2026-02"'));
  t.false((await verify([keys, { ...statement, bytes }])).ok);
  t.true((await blindly([keys, { ...statement, bytes }])).ok);
});
