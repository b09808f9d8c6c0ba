/** The lives of a picture, a sound, a song and a film, as a client lives them: from the call to the end. */
import type { Client } from '../http/http-client.ts';
import { REFUSED } from '../engines/quick-makers.ts';
import { idOf, type Life, twice, untilEnd } from './life.ts';
import { jobIdIn } from './storyboard-calls.ts';

const ENDS = new Set(['completed', 'failed', 'cancelled']);

export const livePicture = async (client: Client, life: Life): Promise<void> =>
  liveMedia(client, life, 'image/generate', { prompt: life.name });

export const liveSpeech = async (client: Client, life: Life): Promise<void> =>
  liveMedia(client, life, 'audio/tts', { text: `${life.name} speaks` });

export const liveTune = async (client: Client, life: Life): Promise<void> =>
  liveMedia(client, life, 'music', { prompt: life.name, duration: 1 });

/** A picture or sound within the request: however often it is sent under its key, it is made and paid once. */
const liveMedia = async (client: Client, { name }: Life, path: string, body: object): Promise<void> => {
  await twice(async () => client.post(path, body, { 'idempotency-key': `${name}-media` }), 200, idOf('asset'));
};

/** A song that is polled. */
export const liveSong = async (client: Client, { name, told }: Life): Promise<void> => {
  const song = { prompt: name, duration: 2, instrumental: true };
  const ask = async () => client.post('music/generate', song, { 'idempotency-key': `${name}-song` });
  const jobId = jobIdIn(await ask());
  told(jobId);
  const { job } = await untilEnd(client, `jobs/${jobId}`);
  if (job.status !== 'completed') throw new Error(`the song ${jobId} is ${job.status}`);
  const again = jobIdIn(await ask());
  if (again !== jobId) throw new Error(`the key of ${jobId} gives ${again} now`);
};

/** A film of one or two scenes; one is looked at by a person, one is cancelled, and one its engine refuses. */
export const liveFilm = async (client: Client, { name, random, told }: Life): Promise<void> => {
  const refuses = random.chance(0.15);
  const film = {
    title: name,
    prompt: `${name} leaves at dawn. The sea rises ${refuses ? REFUSED : ''}.`,
    scene_count: random.between(1, 2),
    include_voiceover: random.chance(0.5),
    include_music: random.chance(0.5),
    operator_mode: random.oneOf(['automatic', 'supervised']),
  };
  const ask = async () => client.post('video/create-job', film, { 'idempotency-key': `${name}-film` });
  const jobId = jobIdIn(await ask());
  told(jobId);
  const cancels = random.chance(0.15);
  if (cancels) await client.post(`jobs/${jobId}/cancel`);
  const { job } = await untilEnd(client, `jobs/${jobId}`, random.oneOf(['continue', 'stop']));
  const may = cancels || refuses ? ENDS : new Set(['completed']);
  if (!may.has(job.status)) throw new Error(`the film ${jobId} is ${job.status}`);
  if (job.status !== 'completed' && job.chargedCredits > 0) throw new Error(`${jobId} is not there, and was charged`);
  const again = jobIdIn(await ask());
  if (again !== jobId) throw new Error(`the key of ${jobId} gives ${again} now`);
};
