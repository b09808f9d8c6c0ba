import test from 'ava';
import type { Refused } from '../../../../../src/application/calls/result.ts';
import type { ObtainedSound, SoundTrouble } from '../../../../../src/application/services/source-sounds.ts';
import { type AudioInput, NO_CAPTIONS, sourceAudioOf } from '../../../../../src/application/work/video/source-audio.ts';
import { describeVideo } from '../../../../../src/engines/service-video/description.ts';
import { limits } from '../../../../../src/kernel/limits.ts';
import type { Engine } from '../../../../../src/ports/engine.ts';
import { createFakeEngine } from '../../../../support/engines/fake-engine.ts';

const URL_OF_SOUND = 'https://a.test/voice.mp3?token=secret';
const wish: AudioInput = { input_modality: 'audio_to_video', source_audio_url: URL_OF_SOUND };
const sound: ObtainedSound = { kind: 'sound', key: 'ws_1/assets/x.mp3', durationMs: 5_000 };
const video: Engine = { ...createFakeEngine(), ...describeVideo(null) };

const given = (
  found: ObtainedSound,
  engines: readonly Engine[] = [video],
  providerB: string | null = 'service_video',
) => {
  const asked: unknown[] = [];
  const obtain = async (...given: readonly unknown[]): Promise<ObtainedSound> => {
    asked.push(given);
    return Promise.resolve(found);
  };
  const deps = { engines: new Map(engines.map((one) => [one.name, one])), sounds: { obtain }, providerB };
  return { asked, check: async (input: AudioInput = wish) => sourceAudioOf(deps, 'ws_1', input) };
};

const refusalOf = async (trouble: SoundTrouble): Promise<Refused> => {
  const result = await given({ kind: 'none', trouble }).check();
  if (result.kind === 'ok') throw new Error('it is taken');
  return result;
};

test('a sound is looked at by the rules of the engine that is bound as provider_b, which makes the film', async (t) => {
  const { asked, check } = given(sound);
  const limitations = [...describeVideo(null).sounds.limitations, NO_CAPTIONS];
  const value = { engine: 'service_video', key: sound.key, durationMs: 5_000, limitations };
  t.deepEqual(await check(), { kind: 'ok', value });
  t.deepEqual(asked, [['ws_1', URL_OF_SOUND, describeVideo(null).sounds]]);
});

test('films of pictures look at no sound', async (t) => {
  const { asked, check } = given(sound);
  for (const modality of [{}, { input_modality: 'image_to_video' }] as const) {
    t.deepEqual(await check({ ...modality, source_audio_url: URL_OF_SOUND }), { kind: 'ok', value: null });
  }
  t.deepEqual(asked, []);
});

test('without an engine that can use a sound none is asked for', async (t) => {
  const { sounds: _, ...mute } = video;
  for (const [engines, bound] of [
    [[video], null],
    [[], 'service_video'],
    [[mute], 'service_video'],
  ] as const) {
    const { asked, check } = given(sound, engines, bound);
    t.like(await check(), { kind: 'refused', code: 'lip_sync_preflight_failed' });
    t.deepEqual(asked, []);
  }
});

test('a sound that cannot be used is refused for good, with its reason', async (t) => {
  const final = [
    'not_allowed',
    'not_given',
    'not_there',
    'too_large',
    'too_long',
    'broken',
    'codec_not_taken',
  ] as const;
  for (const trouble of final) {
    const refusal = await refusalOf(trouble);
    t.like(refusal, { code: 'lip_sync_preflight_failed', detail: [{ pointer: '/source_audio_url', reason: trouble }] });
    t.false('retryAfterSeconds' in refusal, trouble);
    t.false(JSON.stringify(refusal).includes('a.test'), 'the address may be a secret');
  }
});

test('a trouble that may pass says when to ask again', async (t) => {
  for (const trouble of ['not_fetched', 'host_busy', 'timed_out'] as const) {
    const expected = { code: 'lip_sync_preflight_failed', retryAfterSeconds: limits.sourceAudioRetrySeconds } as const;
    t.like(await refusalOf(trouble), expected);
  }
});

test('a passing trouble of this service is no verdict on the sound, and nothing was spent', async (t) => {
  t.like(await refusalOf('not_looked_at'), { code: 'service_unavailable', nothingSpent: true });
});
