/** The lives of a song, a speech and a film, as a client of the service lives them: from the call to the end. */
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpAnswer } from '../http/http-call.ts';
import type { Client } from '../http/http-client.ts';
import { REFUSED } from '../engines/quick-makers.ts';
import { type JobRead, readJob } from './media-calls.ts';
import { type Life, LOOK_EVERY_MS, LOOKS_MAX } from './storyboard-life.ts';
import { expecting, jobIdIn } from './storyboard-calls.ts';

const FINAL = new Set(['completed', 'failed', 'cancelled']);

type Asked = { readonly path: string; readonly body: Readonly<Record<string, unknown>> };

export const liveSpeech = async (client: Client, life: Life): Promise<void> =>
  liveSound(client, life, { path: 'audio/tts', body: { text: `${life.name} speaks` } });

export const liveTune = async (client: Client, life: Life): Promise<void> =>
  liveSound(client, life, { path: 'music', body: { prompt: life.name, duration: 1 } });

/** A sound within the request: however often it is sent under its key, it is made and paid once. */
const liveSound = async (client: Client, { name }: Life, { path, body }: Asked): Promise<void> => {
  const ask = async (): Promise<HttpAnswer> => client.post(path, body, { 'idempotency-key': `${name}-sound` });
  const first = expecting(200, await ask());
  const again = expecting(200, await ask());
  const idOf = (answer: HttpAnswer): unknown => (answer.body['asset'] as { id: string }).id;
  if (idOf(again) !== idOf(first)) throw new Error(`the key of ${name} gave two sounds`);
};

/** A song that is polled. */
export const liveSong = async (client: Client, { name, told }: Life): Promise<void> => {
  const song = { prompt: name, duration: 2, instrumental: true };
  const ask = async () => client.post('music/generate', song, { 'idempotency-key': `${name}-song` });
  const jobId = jobIdIn(await ask());
  told(jobId);
  const { job } = await untilEnd(client, jobId);
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
  const { job } = await untilEnd(client, jobId, random.oneOf(['continue', 'stop']));
  const may = cancels || refuses ? FINAL : new Set(['completed']);
  if (!may.has(job.status)) throw new Error(`the film ${jobId} is ${job.status}`);
  if (job.status !== 'completed' && job.chargedCredits > 0) throw new Error(`${jobId} is not there, and was charged`);
  const again = jobIdIn(await ask());
  if (again !== jobId) throw new Error(`the key of ${jobId} gives ${again} now`);
};

/** The job when it has ended. At each checkpoint a person says `decision`. */
export const untilEnd = async (client: Client, jobId: string, decision = 'continue'): Promise<JobRead> => {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const read = await readJob(client, `jobs/${jobId}`);
    if (FINAL.has(read.job.status)) return read;
    if (read.job.awaitingCheckpoint !== undefined) await decide(client, jobId, decision);
    await wait(LOOK_EVERY_MS);
  }
  throw new Error(`${jobId} does not come to its end`);
};

/** A call that got no answer may have been carried out: then the same decision comes too late. */
const decide = async (client: Client, jobId: string, decision: string): Promise<void> => {
  const answer = await client.post(`jobs/${jobId}/checkpoint`, { decision });
  if (!TOO_LATE.has(String(answer.body['code']))) expecting(200, answer);
};

const TOO_LATE = new Set(['checkpoint_not_waiting', 'job_not_active']);
