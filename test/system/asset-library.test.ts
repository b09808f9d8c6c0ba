/** The asset library of the real service. */
import test from 'ava';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { mediaMakers } from '../support/engines/media-engines.ts';
import type { Client } from '../support/http/http-client.ts';
import { endOf, locationOf, type Media } from '../support/service/media-calls.ts';
import { givenClient } from '../support/service/real-service.ts';
import { expecting, givenGenerated } from '../support/service/storyboard-calls.ts';

type Asset = Omit<Media, 'hash'> & Readonly<Record<'filename' | 'jobId' | 'createdAt' | 'expiresAt', string>>;
type Library = Readonly<Record<'videos' | 'photos' | 'music' | 'voices', readonly Asset[]>>;

const GROUPS = ['videos', 'photos', 'music', 'voices'] as const;

const libraryOf = async (client: Client): Promise<Library> =>
  expecting(200, await client.get('storage/assets')).body as unknown as Library;

const sizesOf = (library: Library): readonly number[] => GROUPS.map((group) => library[group].length);

test('a library has the assets of its workspace, in groups, to be fetched by their addresses', async (t) => {
  const { client, clientOf } = await givenClient(t, { makers: mediaMakers() });
  t.deepEqual(sizesOf(await libraryOf(client)), [0, 0, 0, 0]);
  const { jobId } = await givenGenerated(client, ['a quay', 'a boat']);
  const pictures = await libraryOf(client);
  t.deepEqual(sizesOf(pictures), [0, 2, 0, 0]);
  for (const { id, type, filename, url, expiresAt, contentType, sizeBytes, createdAt, ...photo } of pictures.photos) {
    t.is(photo.jobId, jobId);
    t.deepEqual([type, contentType], ['photo', 'image/png']);
    t.regex(id, /^ast_/);
    t.regex(filename, /^frame-00[12]-attempt-1\.png$/);
    t.true(Date.parse(expiresAt) > Date.parse(createdAt));
    t.is((await (await fetch(url)).arrayBuffer()).byteLength, sizeBytes);
  }

  const { asset: song } = expecting(200, await client.post('music', { prompt: 'rain' })).body as { asset: Media };
  const { asset: voice } = expecting(200, await client.post('tts', { text: 'Ada' })).body as { asset: Media };
  const sounds = await libraryOf(client);
  t.deepEqual(sizesOf(sounds), [0, 2, 1, 1]);
  t.deepEqual([sounds.music[0]?.id, sounds.voices[0]?.id], [song.id, voice.id]);
  const bytes = Buffer.from(await (await fetch(sounds.music[0]?.url ?? '')).arrayBuffer());
  t.is(`sha256:${sha256(bytes)}`, song.hash);

  const started = await client.post('video/create', { title: 'A film', prompt: 'Ada wakes.', scene_count: 2 });
  const film = await endOf(client, locationOf(started));
  const { videos } = await libraryOf(client);
  t.deepEqual(
    videos.map(({ id }) => id),
    [film.result?.assets.find(({ type }) => type === 'video')?.id],
    'a film, and not its scenes',
  );
  t.deepEqual(sizesOf(await libraryOf(await clientOf('bob'))), [0, 0, 0, 0], 'none of another tenant');
});
