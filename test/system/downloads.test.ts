/** Downloads: the one file of a job, or of a project. */
import test from 'ava';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import type { Core } from '../../src/main/core.ts';
import { HOPELESS, REFUSED } from '../support/engines/quick-makers.ts';
import { realPictureMakers } from '../support/engines/real-pictures.ts';
import { entriesOfZip } from '../support/http/read-zip.ts';
import type { Client } from '../support/http/http-client.ts';
import { endOf, locationOf } from '../support/service/media-calls.ts';
import { givenClient } from '../support/service/real-service.ts';
import {
  acceptAll,
  expecting,
  givenGenerated,
  givenPlanned,
  photoSequence,
  review,
} from '../support/service/storyboard-calls.ts';
import { givenMedia } from '../support/service/media-service.ts';

type File = { readonly url: string; readonly contentType: string; readonly sizeBytes: number; readonly id: string };
type Proven = { readonly wrong: string | null; readonly notes: readonly string[] };
type Verify = { readonly verify: (files: readonly { name: string; bytes: Buffer }[]) => Promise<Proven> };

const download = async (client: Client, id: string): Promise<{ readonly jobId: string; readonly asset: File }> =>
  expecting(200, await client.get(`download/${id}`)).body as never;

const bytesOf = async ({ url }: File): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

test('a storyboard job gives a zip of its accepted frames, the same bytes each time', async (t) => {
  const { client, service } = await givenMedia(t);
  const { planned, jobId } = await givenGenerated(client, ['a quay', HOPELESS, 'a boat']);
  const first = await download(client, jobId);
  t.like(first, { jobId, asset: { contentType: 'application/zip' } });
  const zip = await bytesOf(first.asset);
  t.is(zip.byteLength, first.asset.sizeBytes);
  const entries = entriesOfZip(zip);
  t.deepEqual([...entries.keys()], ['frame-0000.png', 'frame-0002.png', 'manifest.json']);
  const manifest = JSON.parse(String(entries.get('manifest.json'))) as {
    frames: readonly { file: string; hash: string; frameIndex: number }[];
  };
  t.like(manifest, { jobId, planId: planned.planId, projectId: planned.projectId });
  for (const { file, hash } of manifest.frames) t.is(hash, `sha256:${sha256(entries.get(file) ?? Buffer.alloc(0))}`);
  t.is((await download(client, jobId)).asset.id, first.asset.id);

  expecting(201, await review(client, planned, planned.planId, acceptAll(3).slice(1, 2)));
  const later = await download(client, jobId);
  t.not(later.asset.id, first.asset.id, "a person's accept adds a frame");
  t.is(entriesOfZip(await bytesOf(later.asset)).size, 4);
  t.is(expecting(403, await (await service.client('bob')).get(`download/${jobId}`)).body['code'], 'project_forbidden');
});

test('calls at one moment make one archive', async (t) => {
  let reads = 0;
  const doctor = (core: Core): Core => {
    const { objects } = core.stores;
    const get: typeof objects.get = async (key) => {
      reads += Number(key.includes('/assets/'));
      return objects.get(key);
    };
    return { ...core, stores: { ...core.stores, objects: { ...objects, get } } };
  };
  const { client } = await givenMedia(t, { doctor });
  const { job } = await givenGenerated(client, ['a quay', 'a boat']);
  reads = 0;
  const all = await Promise.all(Array.from({ length: 5 }, async () => download(client, job.id)));
  t.is(new Set(all.map(({ asset }) => asset.id)).size, 1);
  t.is(reads, 4, 'each picture is read for the name of the archive, and for its bytes');
});

test('a sound, a picture and a film give themselves; a project gives its newest film', async (t) => {
  const { client } = await givenMedia(t);
  const answer = await client.post('music/generate', { prompt: 'rain' });
  const music = await endOf(client, locationOf(answer));
  const { asset } = await download(client, music.job.id);
  t.is(music.result?.assets[0]?.id, asset.id);
  t.is((await bytesOf(asset)).byteLength, asset.sizeBytes);

  const { planned } = await givenGenerated(client, ['a quay']);
  expecting(201, await review(client, planned, planned.planId, acceptAll(1)));
  const { projectId } = planned;
  t.is(expecting(409, await client.get(`download/${projectId}`)).body['code'], 'asset_not_ready');
  const make = async () =>
    endOf(client, locationOf(await client.post('video/create', { title: 'Film', prompt: 'x', projectId })));
  const older = await make();
  t.is((await download(client, projectId)).jobId, older.job.id);
  const newer = await make();
  const found = await download(client, projectId);
  t.is(found.jobId, newer.job.id);
  t.is(found.asset.contentType, 'video/mp4');
  const planning = await givenPlanned(client, ['x']);
  t.is(expecting(409, await client.get(`download/${planning.projectId}`)).body['code'], 'asset_not_ready');
});

test('a batch gives a zip of its pictures', async (t) => {
  const { client } = await givenMedia(t);
  const { projectId } = await givenPlanned(client, ['a quay']);
  const batch = { projectId, prompt: 'a quay', count: 2, continuityMode: 'independent' };
  expecting(200, await client.post('image/storyboard-batch', batch));
  const { jobs } = (await client.get('jobs?kind=batch')).body as { jobs: readonly { id: string }[] };
  const { asset } = await download(client, jobs[0]?.id ?? '');
  t.deepEqual([...entriesOfZip(await bytesOf(asset)).keys()], ['frame-0000.png', 'frame-0001.png', 'manifest.json']);
});

test('work that has made nothing has no download, and unknown ids are not found', async (t) => {
  const { client } = await givenMedia(t);
  const failed = await endOf(client, locationOf(await client.post('music/generate', { prompt: REFUSED })));
  const { body, headers } = expecting(409, await client.get(`download/${failed.job.id}`));
  t.like(body, { code: 'asset_not_made', retryable: false });
  t.is(headers['retry-after'], undefined);
  t.is(expecting(404, await client.get(`download/job_${'0'.repeat(26)}`)).body['code'], 'job_not_found');
  t.is(expecting(404, await client.get(`download/prj_${'0'.repeat(26)}`)).body['code'], 'project_not_found');
  t.is(expecting(404, await client.get(`download/ws_${'0'.repeat(26)}`)).body['code'], 'job_not_found');
});

test('pictures are handed out with their provenance and certification, and each proves itself offline', async (t) => {
  const { client } = await givenClient(t, { makers: await realPictureMakers() });
  const frames = [{ prompt: 'a quay', title: '"/><x:evil> ../../a\nb' }, { prompt: 'a boat' }];
  const { planned, jobId } = await givenGenerated(client, [], { frames });
  const before = await client.get(`download/${jobId}`);
  expecting(201, await review(client, planned, planned.planId, acceptAll(2)));
  const after = await client.get(`download/${jobId}`, { 'if-none-match': before.headers['etag'] ?? '' });
  const { asset } = expecting(200, after).body as { asset: File };
  t.is((await client.get(`download/${jobId}`, { 'if-none-match': after.headers['etag'] ?? '' })).status, 304);

  const zip = await fetch(asset.url);
  t.is(zip.headers.get('content-length'), String(asset.sizeBytes));
  const entries = entriesOfZip(Buffer.from(await zip.arrayBuffer()));
  t.deepEqual([...entries.keys()], ['frame-0000.png', 'frame-0001.png', 'manifest.json']);
  const manifest = JSON.parse(String(entries.get('manifest.json'))) as {
    frames: readonly { file: string; hash: string; pictureHash: string; title: string }[];
  };
  for (const { file, hash } of manifest.frames) t.is(hash, `sha256:${sha256(entries.get(file) ?? Buffer.alloc(0))}`);
  const stored = (await photoSequence(client, planned, planned.planId)).frames.map((frame) => frame.asset?.hash);
  t.deepEqual(
    manifest.frames.map(({ pictureHash }) => pictureHash),
    stored as string[],
  );

  const { verify } = (await import(new URL('../../src/verify/verify.js', import.meta.url).href)) as Verify;
  const keys = { name: 'keys', bytes: Buffer.from((await client.get('/.well-known/jwks.json')).text) };
  const certificate = await client.get(`${planned.film}/photo-sequences/${planned.planId}/certificate`);
  const pictures = [...entries].slice(0, 2).map(([name, bytes]) => ({ name, bytes }));
  const alone = await verify([keys, ...pictures]);
  t.is(alone.wrong, null);
  t.regex(alone.notes.join('\n'), /frame-0000.png was made by service_images in job_\w+, and was certified at 2/);
  const named = { name: 'certificate', bytes: Buffer.from(certificate.text) };
  t.like(await verify([keys, named, ...pictures]), { ok: true, wrong: null, notes: [] });
  const early = entriesOfZip(await bytesOf((before.body as { asset: File }).asset)).get('frame-0000.png');
  const { notes } = await verify([keys, { name: 'early', bytes: early ?? Buffer.alloc(0) }]);
  t.regex(notes.join('\n'), /early was made by .* not certified when it was downloaded/);
});

test('one picture is handed out with its provenance, and its stored object stays as it was', async (t) => {
  const { client } = await givenClient(t, { makers: await realPictureMakers() });
  expecting(200, await client.post('image/generate', { prompt: 'a quay' }));
  const { jobs } = (await client.get('jobs?kind=image')).body as { jobs: readonly { id: string }[] };
  const jobId = jobs[0]?.id ?? '';
  const { asset } = await download(client, jobId);
  const bytes = await bytesOf(asset);
  t.is(bytes.byteLength, asset.sizeBytes);
  t.true(bytes.includes(`pi:job="${jobId}"`));
  const { result } = (await client.get(`jobs/${jobId}`)).body as { result: { assets: readonly File[] } };
  t.false((await bytesOf(result.assets[0] ?? asset)).includes('pi:job'));
  t.is((await download(client, jobId)).asset.url.split('?')[0], asset.url.split('?')[0]);
});
