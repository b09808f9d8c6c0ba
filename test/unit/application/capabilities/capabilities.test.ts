import test from 'ava';
import { createCapabilities } from '../../../../src/application/capabilities/capabilities.ts';
import { describeVideo } from '../../../../src/engines/service-video/description.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { priceListWith } from '../../../../src/kernel/pricing.ts';
import type { Engine } from '../../../../src/ports/engine.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { createFakeEngine } from '../../../support/engines/fake-engine.ts';

type Item = {
  readonly id: string;
  readonly provider: string;
  readonly available: boolean;
  readonly configured: boolean;
};

const CALLER = { workspaceId: 'ws_1' };

const capabilitiesOf = (
  engines: readonly Engine[],
  flags: Readonly<Record<string, boolean>> = { STORYBOARD_PHOTO_BATCH_ENABLED: true },
) => {
  const time = createFakeClock();
  const configured = new Map(engines.map((engine) => [engine.name, engine]));
  const ask = createCapabilities({
    engines: configured,
    prices: priceListWith({}),
    clock: time.clock,
    flags,
    providerB: 'service_video',
  });
  const items = async (): Promise<readonly Item[]> => (await ask(CALLER))['capabilities'] as readonly Item[];
  return { time, ask, items };
};

test('configured engines are listed with limitations and price, the others as unavailable', async (t) => {
  const { ask } = capabilitiesOf([createFakeEngine()]);
  const operations = ['storyboard_image_generate', 'photo_sequence_repair', 'image_generate', 'storyboard_batch'];
  const missing = { configured: false, available: false, limitations: ['not configured on this deployment'] };
  const body = await ask(CALLER);
  t.like(body, { ok: true, flags: { STORYBOARD_PHOTO_BATCH_ENABLED: true } });
  const items = body['capabilities'] as readonly Item[];
  t.deepEqual(items[0] as unknown, {
    id: 'image.service_images',
    kind: 'image',
    provider: 'service_images',
    operations,
    configured: true,
    available: true,
    limitations: ['draws nothing'],
    priceCredits: 1,
  });
  t.deepEqual(
    items.slice(1).map(({ provider }) => provider),
    ['provider_b', 'provider_b', 'provider_a', 'provider_b', 'provider_c', 'provider_d'],
  );
  for (const item of items.slice(1)) t.like(item, missing);
  t.like(items[5], { kind: 'image', operations, priceCredits: 4 });
});

test('an operation that is switched off is not listed, and its one provider is not available', async (t) => {
  const engines = [createFakeEngine(), createFakeEngine('service_video', { makes: ['clip'] })];
  const { items } = capabilitiesOf(engines, { STORYBOARD_PHOTO_BATCH_ENABLED: false, COMMERCE_VIDEO_ENABLED: false });
  const [image, clip, commerce] = await items();
  t.like(image, {
    operations: ['storyboard_image_generate', 'photo_sequence_repair', 'image_generate'],
    available: true,
    limitations: ['storyboard_batch is switched off on this deployment', 'draws nothing'],
  });
  t.like(clip, { operations: ['video_create', 'video_start', 'video_orchestrate'], available: true });
  t.like(commerce, { id: 'commerce.provider_b', operations: [], configured: true, available: false });
});

test('a provider that is configured is listed once', async (t) => {
  const { items } = capabilitiesOf([createFakeEngine(), createFakeEngine('provider_c')]);
  const found = (await items()).filter(({ provider }) => provider === 'provider_c');
  t.like(found, { length: 1, 0: { configured: true, available: true } });
});

test('music is listed for the films that may have it: a commerce video has none', async (t) => {
  const { items } = capabilitiesOf([{ ...createFakeEngine(), makes: ['music', 'speech'] }]);
  const [music, speech] = (await items()) as readonly (Item & { readonly operations: readonly string[] })[];
  const films = ['video_create', 'video_start', 'video_orchestrate'];
  t.deepEqual(music?.operations, ['music', 'music_generate', ...films]);
  t.deepEqual(speech?.operations, ['tts', ...films, 'commerce_video']);
});

test('an engine is asked once a second at most, for all callers; one that fails is not available', async (t) => {
  let asked = 0;
  const available = async (): Promise<boolean> => {
    asked += 1;
    return asked === 2 ? Promise.reject(new Error('no route')) : Promise.resolve(true);
  };
  const { time, items } = capabilitiesOf([createFakeEngine('service_images', { available })]);
  const isAvailable = async (): Promise<boolean | undefined> => (await items())[0]?.available;
  t.deepEqual(await Promise.all([isAvailable(), isAvailable(), isAvailable()]), [true, true, true]);
  t.is(asked, 1);
  await time.advance(limits.engineAskEveryMs);
  t.false(await isAvailable());
  await time.advance(limits.engineAskEveryMs);
  t.true(await isAvailable());
  t.is(asked, 3);
});

test('provider_b is bound to an engine for commerce and films of a sound alone, and says so', async (t) => {
  const { items } = capabilitiesOf([createFakeEngine('service_video', { makes: ['clip'] })]);
  const found = (await items()).filter(({ provider }) => provider === 'provider_b');
  t.like(found, {
    length: 3,
    0: {
      id: 'commerce.provider_b',
      configured: true,
      available: true,
      limitations: ['rendered by service_video, which is bound as provider_b', 'draws nothing'],
      priceCredits: 5,
    },
    1: { id: 'audio_to_video.provider_b', configured: false },
    2: { id: 'video.provider_b', configured: false },
  });
});

test('an engine that can use a sound says which, and that it moves no lips', async (t) => {
  const { items } = capabilitiesOf([{ ...createFakeEngine(), ...describeVideo(null), available: async () => true }]);
  const found = (await items()).find(({ id }) => id === 'audio_to_video.provider_b');
  t.like(found, {
    configured: true,
    available: true,
    kind: 'audio_to_video',
    operations: ['video_create', 'video_start', 'video_orchestrate'],
    limitations: [
      'rendered by service_video, which is bound as provider_b',
      'takes files of one track of sound: wav, mp3, aac, mp4, ogg, flac, webm, with ' +
        'pcm-u8, pcm-s16, pcm-s24, pcm-s32, pcm-f32, mp3, aac, opus, vorbis, flac',
      'of 2 channels at most',
      'of 8000 to 192000 samples a second',
      'of 1 second to 60 minutes, and 100 MB at most',
      'lips are not moved to the sound: it is played under the scenes',
      'the words of a sound are not known: it has no captions',
    ],
  });
});
