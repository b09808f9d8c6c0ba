/**
 * An attacker with write access to the objects alone puts other bytes under the name of a certified picture. The
 * service serves the named content, or nothing. A full audit reads every object that the log names, and reports the
 * lost and changed ones.
 */
import {
  cpSync,
  createReadStream,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { createSystem } from '../../src/main/system.ts';
import { openObjectsToLookAt } from '../../src/main/open-stores.ts';
import { readConfig } from '../../src/main/config.ts';
import type { Core } from '../../src/main/core.ts';
import type { SignedObjects } from '../../src/ports/signed-objects.ts';
import { limits } from '../../src/kernel/limits.ts';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { attackRounds } from '../support/attacks/attack-rounds.ts';
import { auditFolder } from '../support/audit/audit-folder.ts';
import { type HttpAnswer, httpCall } from '../support/http/http-call.ts';
import { givenClient, givenService } from '../support/service/real-service.ts';
import { ofFile, oneOfFile } from '../support/process/of-file.ts';
import { runTool } from '../support/process/run-tool.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { acceptAll, expecting, givenGenerated, photoSequence, review } from '../support/service/storyboard-calls.ts';
import { copyOf } from '../support/audit/tamper.ts';

const folder = join(tempFolder(ofFile(test)), 'data');
/** A storyboard of two frames with its certificate; each test attacks a copy. */
const givenCertified = oneOfFile(test, async (t) => {
  const { client, core, stop } = await givenClient(t, { dataDir: folder });
  const { planned } = await givenGenerated(client, ['a quay', 'a vault']);
  expecting(201, await review(client, planned, planned.planId, acceptAll(2)));
  await core.readModels.waitFor(await core.stores.feed.head(), 30_000);
  await stop();
  return planned;
});

const filesOf = (dataDir: string, kind: 'assets' | 'artifacts'): readonly string[] => {
  const objects = join(dataDir, 'objects');
  const folders = readdirSync(objects).map((workspace) => join(objects, workspace, kind));
  return folders.flatMap((one) => readdirSync(one).map((name) => join(one, name))).toSorted();
};

const follow = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> => {
  const { hostname, port, pathname, search } = new URL(url);
  return httpCall({ host: hostname, port: Number(port) }, { method: 'GET', path: pathname + search, headers });
};

type Attack = { readonly harm: (path: string, other: string) => void; readonly status: number; readonly found: string };

const attacks: Readonly<Record<string, Attack>> = {
  'another picture of the same tenant': {
    harm: (path, other) => cpSync(other, path),
    status: 503,
    found: 'changed',
  },
  'other bytes of the same size and age': {
    harm: (path) => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(bytes[0] === 1 ? 2 : 1, 0, 1));
      utimesSync(path, 0, 0);
    },
    status: 503,
    found: 'changed',
  },
  'cut short': { harm: (path) => truncateSync(path, 3), status: 503, found: 'changed' },
  emptied: { harm: (path) => truncateSync(path, 0), status: 503, found: 'changed' },
  removed: { harm: (path) => rmSync(path), status: 404, found: 'lost' },
};

test('a picture that was swapped is not served under its certificate, and a full audit names it', async (t) => {
  const planned = await givenCertified();
  await attackRounds(t, attacks, async ({ harm, status, found }, { name, random }) => {
    const attacked = copyOf(t, folder);
    const [first = '', second = ''] = filesOf(attacked, 'assets');
    const [target, other] = random.chance(0.5) ? ([first, second] as const) : ([second, first] as const);
    harm(target, other);
    const service = await givenService(t, { dataDir: attacked });
    const { frames, certificate } = await photoSequence(await service.client(), planned, planned.planId);
    t.truthy(certificate, name);
    for (const { asset } of frames) {
      const { url = '', hash = '' } = asset ?? {};
      const answer = await follow(url);
      const expected = target.includes(hash.replace('sha256:', '')) ? status : 200;
      t.is(answer.status, expected, name);
      if (expected === 503) t.like(answer.body, { code: 'content_lost' }, name);
      if (expected === 200) t.is(`sha256:${sha256(answer.bytes)}`, hash, name);
    }
    await service.stop();
    t.like(await auditFolder(attacked), { ok: true }, 'an audit that is not full reads no object');
    const { findings } = await auditFolder(attacked, { full: true });
    const [finding, ...more] = findings;
    t.deepEqual(more, [], name);
    t.like(finding, { check: 'object', what: found, type: 'TaskRendered' }, name);
    t.true(target.endsWith(finding?.id ?? 'none'), name);
  });
});

/** A service that has served both pictures, which are old enough to be remembered; then one is swapped. */
const swapServed = async (t: ExecutionContext, { harm }: Attack, trusts?: boolean) => {
  const planned = await givenCertified();
  const attacked = copyOf(t, folder);
  const [target = '', other = ''] = filesOf(attacked, 'assets');
  const trusting = (core: Core): Core => ({
    ...core,
    stores: { ...core.stores, signedObjects: trustingObjects(core, attacked) },
  });
  const service = await givenService(t, { dataDir: attacked, ...(trusts === true ? { doctor: trusting } : {}) });
  await wait(limits.fileTimeGrainMs + 100);
  const { frames } = await photoSequence(await service.client(), planned, planned.planId);
  const assets = frames.map(({ asset }) => ({ url: asset?.url ?? '', hash: asset?.hash?.slice(7) ?? '' }));
  for (const { url } of assets) for (let n = 0; n < 2; n += 1) t.is((await follow(url)).status, 200);
  harm(target, other);
  const { url, hash } = assets.find((asset) => target.includes(asset.hash)) ?? { url: '', hash: '' };
  const answers = [await follow(url), await follow(url, { range: 'bytes=0-0' })];
  await service.stop();
  return { hash, answers };
};

/** An object that was read once is believed from then on. */
const trustingObjects = ({ stores: { signedObjects } }: Core, dataDir: string): SignedObjects => {
  if (signedObjects === null) throw new Error('the embedded store serves its objects itself');
  const read = new Set<string>();
  return {
    ...signedObjects,
    stream: async function* stream(key, ...more) {
      if (read.has(key)) yield* createReadStream(join(dataDir, 'objects', key), more[0]);
      else yield* signedObjects.stream(key, ...more);
      read.add(key);
    },
  };
};

for (const [name, attack] of Object.entries(attacks)) {
  test(`a picture that is swapped after it was served is not served again: ${name}`, async (t) => {
    const { answers } = await swapServed(t, attack);
    for (const { status, bytes } of answers) {
      // Of an emptied file no range is left; no byte is served either way.
      t.true(status === attack.status || (name === 'emptied' && status === 416), `${status}`);
      t.regex(bytes.toString(), /^\{"ok":false/);
    }
  });
}

test('sabotage: a service that believes what it has served once serves what took its place', async (t) => {
  const attack = attacks['other bytes of the same size and age'];
  if (attack === undefined) throw new Error('there is such an attack');
  const { hash, answers } = await swapServed(t, attack, true);
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 206],
  );
  t.not(sha256(answers[0]?.bytes ?? ''), hash);
});

test('manifests, scripts and requests are compared with their hash like pictures', async (t) => {
  await givenCertified();
  const attacked = copyOf(t, folder);
  // The work plan is made anew from the manifest, and no event names it.
  const named = filesOf(attacked, 'artifacts').filter((path) => !readFileSync(path, 'utf8').includes('"work-plan"'));
  t.true(named.length >= 2);
  for (const path of named) writeFileSync(path, `${readFileSync(path, 'utf8')} `);
  const { findings } = await auditFolder(attacked, { full: true });
  const found = findings.map(({ check, what, id }) => `${check} ${what} ${id}`).toSorted();
  t.deepEqual(
    found,
    named.map((path) => `object changed ${path.slice(join(attacked, 'objects').length + 1)}`).toSorted(),
  );
});

test('the tool reads them, says how many, and exits with 1 when one is gone', async (t) => {
  await givenCertified();
  const attacked = copyOf(t, folder);
  const whole = await runTool('audit', attacked, '--full', '--json');
  t.is(whole.status, 0, whole.stdout);
  t.like(JSON.parse(whole.stdout), { ok: true, totals: { objects: 4 } });
  rmSync(filesOf(attacked, 'assets')[0] ?? '');
  const harmed = await runTool('audit', attacked, '--full');
  t.is(harmed.status, 1);
  t.regex(
    harmed.stdout,
    /object lost: the output is not in the object store\n {4}object ws_.*\/assets\/[0-9a-f]{64}\.png/,
  );
});

test('sabotage: a store that says of every object that it is whole hides the loss', async (t) => {
  await givenCertified();
  const attacked = copyOf(t, folder);
  rmSync(filesOf(attacked, 'assets')[0] ?? '');
  const blind = await auditFolder(attacked, { full: true, objects: { inspect: async () => Promise.resolve('whole') } });
  t.like(blind, { ok: true });
  const objects = await openObjectsToLookAt(readConfig({ DATA_DIR: attacked }), createSystem({ logLevel: 'silent' }));
  t.like(await auditFolder(attacked, { full: true, objects }), { ok: false });
  await objects.close();
});
