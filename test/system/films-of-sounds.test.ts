/** Films of a sound (`audio_to_video`), as a client asks for them. Each file is looked at by the real parser. */
import test, { type ExecutionContext } from 'ava';
import { NO_CAPTIONS } from '../../src/application/work/video/source-audio.ts';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { StreamProbe } from '../../src/ports/media-probe.ts';
import type { Hosts } from '../support/application/hosts.ts';
import { babble, wavOf } from '../support/engines/films.ts';
import { farApart, m4a, manyTracks, mp3, wav, webm } from '../support/engines/media-files.ts';
import { quickVideo } from '../support/engines/media-engines.ts';
import { quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import type { HttpAnswer } from '../support/http/http-call.ts';
import { availableCredits, endOf, locationOf } from '../support/service/media-calls.ts';
import type { RealServiceOptions } from '../support/service/real-service.ts';
import {
  acceptAll,
  createProject,
  expecting,
  generated,
  planProject,
  review,
} from '../support/service/storyboard-calls.ts';
import { givenMedia } from '../support/service/media-service.ts';

const ADDRESS = 'https://files.test/voice.wav';
const voice = wavOf(12.3, babble(0, 12.3), 8_000);

const given = async (t: ExecutionContext, hosts: Hosts = { [ADDRESS]: voice }, options: RealServiceOptions = {}) =>
  givenMedia(t, { hosts, ...options });

const letter = {
  title: 'The letter',
  prompt: 'Ada wakes. She reads a letter. Rain falls on the quay.',
  input_modality: 'audio_to_video',
};
const film = { ...letter, source_audio_url: ADDRESS };

test.serial('a film of a sound is as long as the sound, has it for its voice, and no captions', async (t) => {
  const { client, asked } = await given(t);
  const before = await availableCredits(client);
  const answer = await client.post('video/create-job', { ...film, include_music: true });
  const { limitations } = expecting(202, answer).body as { limitations: readonly string[] };
  t.true(limitations.some((told) => told.includes('lips')) && limitations.includes(NO_CAPTIONS));
  const end = await endOf(client, locationOf(answer));
  t.like(end.job, { status: 'completed', requiredCredits: 18, chargedCredits: 18 });
  t.is(await availableCredits(client), before - 18, 'three scenes and music; a sound of the caller costs nothing');
  t.deepEqual(
    asked('clip').map(({ durationMs, captions }) => [durationMs, captions]),
    [
      [5_000, []],
      [5_000, []],
      [2_300, []],
    ],
  );
  t.like(asked('music')[0], { durationMs: 12_300 });
  t.is(asked('speech').length, 0);
  const [assembly] = asked('assembly');
  t.like(assembly, { speech: sha256(voice), captions: [] });
  t.regex(String(assembly?.['music']), /^[0-9a-f]{64}$/);
  t.like(asked('report')[0], { durationMs: 12_300, captions: [], hasSpeech: true, hasMusic: true });
});

test.serial('a length that is given counts: the sound is trimmed, or ends before the film', async (t) => {
  const { client, asked } = await given(t);
  for (const [wish, durationMs] of [
    [{ duration: 7 }, 7_000],
    [{ scene_count: 4 }, 20_000],
    [{ render_provider: 'provider_b', execution_target: 'provider_b_render', duration: 5 }, 5_000],
  ] as const) {
    await endOf(client, locationOf(await client.post('video/start', { ...film, ...wish })));
    t.is(asked('report').filter((report) => report['durationMs'] === durationMs).length, 1);
  }
});

test.serial('a short sound has the shortest film, and the rest of a packet is no scene', async (t) => {
  const hosts: Hosts = {};
  const { client, asked } = await given(t, hosts);
  for (const [soundMs, filmMs] of [
    [2_000, limits.filmSecondsMin * 1_000],
    [5_199, 5_000],
    [5_200, 5_200],
  ] as const) {
    hosts[ADDRESS] = wav(16 * soundMs);
    await endOf(client, locationOf(await client.post('video/orchestrate', film)));
    t.true(
      asked('report').some(({ durationMs }) => durationMs === filmMs),
      `${soundMs} ms`,
    );
  }
  t.is(asked('clip').length, 1 + 1 + 2);
});

test.serial('a sound of the workspace needs no host; that of another tenant is not there', async (t) => {
  const { client, service, called, money } = await given(t, {});
  const { objects } = service.core.stores;
  const { asset } = expecting(200, await client.post('image/generate', { prompt: 'a quay' })).body as {
    asset: { url: string };
  };
  const workspaceId = /\/(ws_[a-z0-9_-]+)\//.exec(asset.url)?.[1] ?? '';
  const key = `${workspaceId}/assets/${sha256(voice)}.wav`;
  await objects.put(key, voice, 'audio/wav');
  const { url } = objects.signGet(key, 60);
  const answer = await client.post('video/create', { ...film, source_audio_url: new URL(url, service.baseUrl).href });
  t.is((await endOf(client, locationOf(answer))).job.status, 'completed');
  const bob = await service.client('bob');
  await availableCredits(bob);
  await money.moved();
  for (const [who, what] of [
    [bob, url],
    [client, url.replace(sha256(voice), '0'.repeat(64))],
  ] as const) {
    const source_audio_url = new URL(what, service.baseUrl).href;
    const refused = expecting(422, await who.post('video/create', { ...film, source_audio_url })).body;
    t.like(refused, { code: 'lip_sync_preflight_failed', details: [{ reason: 'not_there' }], retryable: false });
  }
  t.deepEqual(await money.moved(), []);
  t.deepEqual(called, []);
});

test.serial('the accepted frames of a project share the length of the sound, and each is shown', async (t) => {
  const { client, asked } = await given(t);
  const projectId = await createProject(client, ['one', 'two']);
  const planned = await planProject(client, projectId);
  await generated(client, planned);
  expecting(201, await review(client, planned, planned.planId, acceptAll(2)));
  await endOf(client, locationOf(await client.post('video/create', { ...film, projectId })));
  const clips = asked('clip');
  t.deepEqual(
    clips.map(({ durationMs }) => durationMs),
    [5_000, 5_000, 2_300],
  );
  const [first, second, third] = clips.map(({ startFrame }) => startFrame);
  t.true(first === second && second !== third && first !== null && third !== null);
  await endOf(client, locationOf(await client.post('video/create', { ...film, projectId, duration: 5 })));
  t.is(asked('clip').length, 5, 'two frames of a sound of five seconds are two scenes');
});

type Flaw = readonly [what: string, found: Hosts[string], reason: string, retryable?: true];

const flaws: readonly Flaw[] = [
  ['a page', Buffer.from('<html><body>sign in</body></html>'), 'unknown_format'],
  ['an archive', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(10_000)]), 'unknown_format'],
  ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd\n'), 'unknown_format'],
  ['nothing', Buffer.alloc(0), 'empty'],
  ['half a file', (await m4a()).subarray(0, 3_000), 'broken'],
  ['ten hours in a few bytes', await farApart(36_000), 'too_long'],
  ['an hour and a second', await farApart(3_601), 'too_long'],
  ['forty tracks', await manyTracks(40), 'too_many_tracks'],
  ['two tracks', await manyTracks(2), 'not_one_sound'],
  ['a film', await webm({ width: 64, height: 64 }), 'not_one_sound'],
  ['a click', mp3(10), 'too_short'],
  ['an answer that is compressed', 'answer_encoded', 'not_given'],
  ['too many bytes', 'answer_too_large', 'too_large'],
  ['a host that has it no more', 410, 'not_given'],
  ['a private host', 'address_not_public', 'not_fetched', true],
  ['a host that is away', 'unreachable', 'not_fetched', true],
  ['a host under repair', 503, 'host_busy', true],
  ['an answer that breaks off', 'answer_broken_off', 'host_busy', true],
];

const refusedWith = ({ status, body, headers }: HttpAnswer): string =>
  [
    status,
    body['code'],
    (body['details'] as readonly { reason?: string }[] | undefined)?.[0]?.reason,
    body['noCreditsSpent'] === true && body['no_credits_spent'] === true ? 'nothing spent' : 'spent',
    body['retryable'] === true ? `again after ${String(headers['retry-after'])}` : 'never again',
  ].join(' ');

/** The flaws that a service does not refuse as it should, and all that moves then. */
const letThrough = async (
  t: ExecutionContext,
  tried: readonly Flaw[],
  options: RealServiceOptions = {},
): Promise<readonly string[]> => {
  const hosts: Hosts = {};
  const { client, money } = await given(t, hosts, options);
  const findings: string[] = [];
  for (const [index, [what, found, reason, retryable]] of tried.entries()) {
    hosts[ADDRESS] = found;
    const key = { 'idempotency-key': `k${index}` };
    const path = ['video/create-job', 'video/create', 'video/start', 'video/orchestrate'][index % 4] ?? '';
    const answer = refusedWith(await client.post(path, film, key));
    const again = retryable === true ? `again after ${limits.sourceAudioRetrySeconds}` : 'never again';
    if (answer !== `422 lip_sync_preflight_failed ${reason} nothing spent ${again}`)
      findings.push(`${what}: ${answer}`);
    for (const moved of await money.moved()) findings.push(`${what}: ${moved}`);
  }
  // The keys are free: the first request again, now that its host has a sound.
  hosts[ADDRESS] = voice;
  const again = await client.post('video/create-job', film, { 'idempotency-key': 'k0' });
  if (again.status !== 202 || again.headers['idempotent-replayed'] !== undefined) findings.push('the key is not free');
  return findings;
};

test.serial(
  'a sound that provider_b cannot use is refused by a reason, spends nothing and leaves its key free',
  async (t) => {
    t.deepEqual(await letThrough(t, flaws), []);
  },
);

test.serial('sabotage: a service that skips the look is found', async (t) => {
  const blind: StreamProbe = {
    probeStream: async (content, _, use) => {
      const chunks = await Array.fromAsync(content);
      const open = async function* open(): AsyncGenerator<Uint8Array> {
        for (const chunk of chunks) yield await Promise.resolve(chunk);
      };
      const track = { kind: 'audio', codec: 'mp3', sampleRate: 44_100, channels: 1 } as const;
      return use({ media: { container: 'mp3', durationMs: 5_000, tracks: [track] }, open });
    },
  };
  const found = await letThrough(t, flaws.slice(0, 1), { probe: blind });
  t.true(
    found.some((line) => line.startsWith('a page: 202')),
    found.join('\n'),
  );
  t.true(
    found.some((line) => /^a page: .*CreditsHeld/.test(line)),
    found.join('\n'),
  );
});

test.serial('a repeat under its key is the stored answer, and asks no host again', async (t) => {
  const hosts: Hosts = { [ADDRESS]: voice };
  const { client, called } = await given(t, hosts);
  const key = { 'idempotency-key': 'k' };
  const first = await client.post('video/create', film, key);
  hosts[ADDRESS] = 503;
  const again = await client.post('video/create', film, key);
  t.is(locationOf(again), locationOf(first));
  t.is(again.headers['idempotent-replayed'], 'true');
  t.is(called.length, 1);
});

test.serial('the gates are in order: what the body says, the preflight, the provider, the credits', async (t) => {
  const code = ({ status, body }: HttpAnswer) => [status, body['code']];
  const { client, called, money } = await given(t, { [ADDRESS]: Buffer.from('<html>'), 'https://files.test/a': voice });
  const whole = { ...film, source_audio_url: 'https://files.test/a' };
  const asked = async (body: object) => code(await client.post('video/create', body));
  t.deepEqual(await asked({ ...film, include_voiceover: true }), [422, 'validation_failed']);
  t.deepEqual(await asked({ ...film, render_provider: 'provider_a' }), [422, 'validation_failed']);
  t.deepEqual(await asked(letter), [422, 'lip_sync_preflight_failed']);
  t.deepEqual(called, [], 'no host is asked for what the body already rules out');
  t.deepEqual(await asked({ ...film, duration: 3_600 }), [422, 'lip_sync_preflight_failed']);
  t.deepEqual(await asked({ ...whole, duration: 3_600 }), [402, 'insufficient_credits']);
  t.deepEqual(await money.moved(), []);

  const unbound = await given(t, { [ADDRESS]: voice }, { env: { PROVIDER_B: 'none' } });
  t.deepEqual(code(await unbound.client.post('video/start', film)), [422, 'lip_sync_preflight_failed']);
  t.deepEqual(unbound.called, []);
  const away = quickMakers(quickEngine(), quickVideo(undefined, { available: async () => Promise.resolve(false) }));
  const closed = await given(t, { [ADDRESS]: Buffer.from('<html>'), 'https://files.test/a': voice }, { makers: away });
  t.deepEqual(code(await closed.client.post('video/start', film)), [422, 'lip_sync_preflight_failed']);
  t.deepEqual(code(await closed.client.post('video/start', whole)), [503, 'provider_unavailable']);
});
