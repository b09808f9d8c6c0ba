/**
 * An attacker with write access to the read models, or to the keys, and to nothing else. The pledges for the log are
 * signed. Spending is decided on the log, and the audit compares every document with it.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { makeServiceKey } from '../../src/adapters/system/service-key.ts';
import { VERIFIED } from '../../src/application/log/verify-log.ts';
import { attackRounds } from '../support/attacks/attack-rounds.ts';
import { auditFolder } from '../support/audit/audit-folder.ts';
import { collectionNamed } from '../support/read-models/collection-named.ts';
import { forgedSeals, movedMarks, SEAL } from '../support/audit/forged-seals.ts';
import { sharedLivedFolder } from '../support/audit/shared-lived-folder.ts';
import { givenService } from '../support/service/real-service.ts';
import { runTool } from '../support/process/run-tool.ts';
import { startRefusal } from '../support/process/start-refusal.ts';
import { creditsOf, generate, givenPlanned } from '../support/service/storyboard-calls.ts';
import { changeDocument, copyOf, idsIn, tamperWith } from '../support/audit/tamper.ts';

const folder = sharedLivedFolder(test);

type Attack = {
  readonly change: (read: DatabaseSync) => void;
  /** At the start; undefined where a start has no way to tell. */
  readonly found: string | undefined;
};

const attacks: Readonly<Record<string, Attack>> = Object.fromEntries([
  ...Object.entries(forgedSeals).map(([name, forge]): [string, Attack] => [
    name,
    { change: (read) => changeDocument(read, SEAL.collection, SEAL.id, forge), found: 'seal_unsigned' },
  ]),
  ...Object.entries(movedMarks).map(([name, { position, found }]): [string, Attack] => [
    name,
    { change: (read) => setCheckpoint(read, VERIFIED, position), found },
  ]),
]);

const setCheckpoint = (read: DatabaseSync, name: string, position: string): void => {
  read.prepare('UPDATE checkpoints SET position = ? WHERE name = ?').run(position, name);
};

test('an altered pledge for the log is reported by the start', async (t) => {
  await attackRounds(t, attacks, async ({ change, found }, { name }) => {
    const attacked = copyOf(t, folder);
    tamperWith(attacked, 'read', change);
    t.is(await startRefusal(attacked), found, name);
    const { findings } = await auditFolder(attacked);
    t.is(findings.length > 0, found !== undefined, `${name}: ${JSON.stringify(findings)}`);
  });
});

test('balances raised in a document are shown, not spent, and the audit names the document', async (t) => {
  const attacked = copyOf(t, folder);
  const poor = await givenService(t, { dataDir: attacked, env: { TRIAL_CREDITS: '1' } });
  t.like(await creditsOf(await poor.client('mallory')), { available: 1 });
  await poor.core.readModels.waitFor(await poor.core.stores.feed.head(), 30_000);
  await poor.stop();
  tamperWith(attacked, 'read', (read) => {
    for (const id of idsIn(read, collectionNamed('credit-summary'))) {
      changeDocument(read, collectionNamed('credit-summary'), id, (body) => ({ ...body, paid: 1_000_000 }));
    }
  });
  const service = await givenService(t, { dataDir: attacked });
  const client = await service.client('mallory');
  const planned = await givenPlanned(client, ['a vault']);
  t.like(await generate(client, planned), { status: 402, body: { code: 'insufficient_credits' } });
  await service.stop();
  const { findings } = await auditFolder(attacked);
  t.true(findings.some(({ what, readModel }) => what === 'other_balances' && readModel === 'credit-summary'));
});

const KEY = join('keys', 'service.jwk');

test('another key in the place of the service’s, or none: refused until an operator confirms the log', async (t) => {
  const losses: Readonly<Record<string, (path: string) => void>> = {
    'another key': (path) => writeFileSync(path, makeServiceKey()),
    'no key': (path) => rmSync(path),
  };
  await attackRounds(t, losses, async (lose, { name }) => {
    const attacked = copyOf(t, folder);
    const kept = readFileSync(join(attacked, KEY));
    lose(join(attacked, KEY));
    t.is(await startRefusal(attacked), 'seal_unsigned', name);
    t.is(await startRefusal(attacked), 'seal_unsigned', `${name}, again`);
    writeFileSync(join(attacked, KEY), kept);
    t.is(await startRefusal(attacked), undefined, `${name}: the right one is found`);
    rmSync(join(attacked, KEY));
    const confirmed = await runTool('start-epoch', attacked, '--reason', 'the key was lost', '--confirm', '--json');
    t.like(JSON.parse(confirmed.stdout), { ok: true, started: true }, confirmed.stderr);
    t.is(await startRefusal(attacked), undefined, `${name}: confirmed`);
    t.like(await auditFolder(attacked, { full: true }), { ok: true });
  });
});

test('an accidental loss is no attack: read models that are gone, a folder that was moved', async (t) => {
  const moved = copyOf(t, folder);
  rmSync(join(moved, 'read.sqlite'));
  t.is(await startRefusal(moved), undefined);
  const elsewhere = `${moved}-elsewhere`;
  renameSync(moved, elsewhere);
  const service = await givenService(t, { dataDir: elsewhere });
  t.is((await (await service.client()).get('credits/summary')).status, 200);
  await service.stop();
  t.like(await auditFolder(elsewhere, { full: true }), { ok: true });
});
