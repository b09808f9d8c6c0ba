/** A job as a client runs it by HTTP. */
import { setTimeout as rest } from 'node:timers/promises';
import { type Connection, requestBytes } from './http-load.ts';

const LOOK_EVERY_MS = 100;

/** The id of the job of a 202. */
export const startJob = async (connection: Connection, token: string, path: string, input: unknown) => {
  const { status, body } = await connection.ask(requestBytes('POST', path, token, input));
  if (status !== 202) throw new Error(`${path} was answered ${status}: ${body.toString().slice(0, 500)}`);
  return (JSON.parse(body.toString()) as { job: { id: string } }).job.id;
};

/** The status that it ends with. */
export const endOf = async (connection: Connection, token: string, jobId: string): Promise<string> => {
  const poll = requestBytes('GET', `/api/v1/jobs/${jobId}`, token);
  for (;;) {
    const { body } = await connection.ask(poll);
    const { status } = (JSON.parse(body.toString()) as { job: { status: string } }).job;
    if (status !== 'queued' && status !== 'running') return status;
    await rest(LOOK_EVERY_MS);
  }
};

/** A film at 768P with captions, a voice and music, to its end. Each scene has a sentence of its own. */
export const runFilm = async (connection: Connection, token: string, scenes: number): Promise<void> => {
  const prompt = Array.from({ length: scenes }, (_, scene) => `Page ${scene + 1}.`).join(' ');
  const input = { title: 'The book', prompt, scene_count: scenes, include_voiceover: true, include_music: true };
  const jobId = await startJob(connection, token, '/api/v1/video/create', input);
  const status = await endOf(connection, token, jobId);
  if (status !== 'completed') throw new Error(`a film of ${scenes} scenes ended ${status}`);
};
