/** Choices that a request for a film leaves open, and its answer tells: the voice, and the seed. */
import test from 'ava';
import { endOf, locationOf } from '../support/service/media-calls.ts';
import { expecting } from '../support/service/storyboard-calls.ts';
import { givenMedia } from '../support/service/media-service.ts';

test('a film is spoken in the language of its words, or says that no voice speaks it and has captions', async (t) => {
  const { client, asked } = await givenMedia(t);
  const film = { title: 'x', scene_count: 1, include_voiceover: true };
  const make = async (more: object) => {
    const answer = await client.post('video/create', { ...film, ...more });
    const { job } = await endOf(client, locationOf(answer));
    return { ...(answer.body as { limitations?: readonly string[] }), requiredCredits: job.requiredCredits };
  };
  const german = { prompt: 'Ada liest einen Brief am Tisch.' };
  t.like(await make(german), { limitations: undefined, requiredCredits: 7 });
  t.like(await make({ prompt: 'Ada reads a letter at the table.' }), { requiredCredits: 7 });
  t.like(await make({ prompt: 'Ada.' }), { requiredCredits: 7 });
  t.like(await make({ ...german, voice_id: 'en-one' }), { limitations: undefined, requiredCredits: 7 });
  const voicesOf = () =>
    asked('speech')
      .map(({ voice }) => String(voice))
      .toSorted();
  t.deepEqual(voicesOf(), ['de-one', 'en-one', 'en-one', 'en-one']);
  const spanish = await make({ prompt: 'Ada lee una carta en la mesa.' });
  t.deepEqual(spanish, {
    ...spanish,
    limitations: ['no voice of this deployment speaks es: the lines are not spoken'],
    requiredCredits: 5,
  });
  t.is(voicesOf().length, 4, 'the default voice does not read it');
  t.true(
    asked('clip').some(({ captions }) => JSON.stringify(captions).includes('Ada lee una carta en la mesa.')),
    'captions carry it',
  );
  const unknown = await client.post('video/create', { ...film, ...german, voice_id: 'es-one' });
  t.is(expecting(422, unknown).body['code'], 'voice_unknown');
});

test('a film is drawn under the seed that is told, and the same film under it is the same', async (t) => {
  const { client, asked } = await givenMedia(t);
  const make = async (more: object = {}): Promise<number> => {
    const answer = await client.post('video/create', { title: 'x', prompt: 'Ada wakes.', scene_count: 1, ...more });
    await endOf(client, locationOf(answer));
    return (answer.body as { seed: number }).seed;
  };
  const [one, two] = [await make(), await make()];
  t.not(one, two);
  t.is(await make({ seed: one }), one);
  t.is(await make({ seed: 0 }), 0);
  const seeds = asked('clip').map(({ seed }) => Number(seed));
  t.is(new Set(seeds).size, 3, 'four films, of which two have one seed');
});
