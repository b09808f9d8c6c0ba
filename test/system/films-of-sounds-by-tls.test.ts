/** A sound on its whole way: TLS, the guarded client, the look, the store, FFmpeg, and the film that a client gets. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import test from 'ava';
import { createServiceVideo } from '../../src/engines/service-video/create-service-video.ts';
import { openHost, outboundTo, publicAndPrivate, says } from '../support/adapters/tls-hosts.ts';
import { encodedSound, SOUND_KINDS } from '../support/engines/encode-sound.ts';
import { painter } from '../support/engines/painter.ts';
import { quickMakers } from '../support/engines/quick-makers.ts';
import { sharedChildren } from '../support/engines/shared-children.ts';
import { smallFilms } from '../support/engines/small-films.ts';
import { headOf, loudness, samplesOf, strength } from '../support/engines/watch-film.ts';
import { watchMoney } from '../support/ledger/quiet-money.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { availableCredits, endOf, locationOf } from '../support/service/media-calls.ts';
import { givenClient } from '../support/service/real-service.ts';
import { expecting } from '../support/service/storyboard-calls.ts';

/** Real ones, which outlive the service of a test. */
const lookers = { ...sharedChildren, close: async () => Promise.resolve() };
const makers = quickMakers(smallFilms(createServiceVideo({ children: sharedChildren, painter, ffmpeg: null })));

/** Real engines on a machine that may be busy. */
const PATIENCE_MS = 600_000;

const film = {
  title: 'The letter',
  prompt: 'Ada reads a letter.',
  aspect_ratio: '1:1',
  include_photos: false,
  input_modality: 'audio_to_video',
};

/** Two seconds of sound, one of silence, two of sound. */
const voice = (at: number): number => (at >= 2 && at < 3 ? 0 : 0.1 * Math.sin(2 * Math.PI * 330 * at));

// Every kind of sound is decoded in test/unit/engines/service-video/sounds.test.ts.
test('the film has the sound of the host, and the report on it passes', async (t) => {
  const sound = await encodedSound(t, SOUND_KINDS.mp3, 5, voice);
  const host = await openHost(t, says(sound));
  const { outbound } = outboundTo([host.port]);
  const { client } = await givenClient(t, { makers, outbound, lookers });
  const source_audio_url = `https://files.test:${host.port}/voice.mp3`;
  const job = locationOf(await client.post('video/create', { ...film, source_audio_url }));
  t.is(host.connections(), 1);
  const end = await endOf(client, job, PATIENCE_MS);
  t.like(end.job, { status: 'completed', chargedCredits: 5 });
  const report = expecting(200, await client.get(`video/quality-check/${end.job.id}`)).body;
  t.like(report, { verdict: 'pass' }, JSON.stringify(report));
  const path = join(tempFolder(t), 'film.mp4');
  await writeFile(path, Buffer.from(await (await fetch(String(end.result?.assets[0]?.url))).arrayBuffer()));
  t.true(Math.abs((await headOf(path)).seconds - 5) < 0.1);
  const { integrated } = await loudness(path);
  t.true(Math.abs(integrated + 16) < 0.8, String(integrated));
  const samples = await samplesOf(path);
  const parts = [0.2, 2.2, 3.2].map((from) => strength(samples, from, from + 0.6));
  t.true(Number(parts[0]) > 0.05 && Number(parts[1]) < 0.002 && Number(parts[2]) > 0.05, String(parts));
});

type Answer = (socket: TLSSocket, head: string) => void;

const hostile: Readonly<Record<string, readonly [reason: string, answer: Answer]>> = {
  '/declared': ['too_large', (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 104857601\r\n\r\n')],
  '/torn': ['host_busy', (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nRIFF')],
  '/page': [
    'unknown_format',
    says('<html><body>Please sign in first.</body></html>', 'HTTP/1.1 200 OK\r\nContent-Type: audio/wav'),
  ],
  '/packed': ['not_given', says('x', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip')],
  '/moved': ['not_given', says('', 'HTTP/1.1 302 Found\r\nLocation: https://other.test/')],
  '/busy': ['host_busy', says('', 'HTTP/1.1 503 Busy')],
};

test('hosts that are hostile, away or private: each is refused, and spends nothing', async (t) => {
  const answer: Answer = (socket, head) => hostile[head.split(' ')[1] ?? '']?.[1](socket, head);
  const { inside, host, port, outbound } = await publicAndPrivate(t, answer);
  const { client, core } = await givenClient(t, { makers, outbound, lookers });
  await availableCredits(client);
  const money = await watchMoney(core, []);
  const refused = async (source_audio_url: string) => {
    const { body } = expecting(422, await client.post('video/create', { ...film, source_audio_url }));
    t.like(body, { code: 'lip_sync_preflight_failed', noCreditsSpent: true });
    t.false(JSON.stringify(body).includes('files.test'), 'no refusal repeats an address');
    return (body['details'] as readonly { reason: string }[])[0]?.reason;
  };
  for (const [path, [reason]] of Object.entries(hostile)) {
    t.is(await refused(`https://files.test:${port}${path}`), reason, path);
  }
  t.is(host.connections(), Object.keys(hostile).length);
  t.is(await refused(`https://other.test:${port}/`), 'not_fetched');
  t.is(await refused(`https://127.0.0.1:${port}/`), 'not_allowed');
  t.is(await refused(`http://files.test:${port}/`), 'not_allowed');
  t.is(inside.connections(), 0);
  t.deepEqual(await money.moved(), []);
});
