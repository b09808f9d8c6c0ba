/** The common parts of the lives of clients: a name, chance, calls that are sent twice, and the wait for an end. */
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpAnswer } from '../http/http-call.ts';
import type { Client } from '../http/http-client.ts';
import type { Random } from '../kernel/seeded-random.ts';
import { type JobRead, readJob } from './media-calls.ts';
import { expecting, FINAL } from './storyboard-calls.ts';

export type Life = {
  /** Hears of every job that a 202 told of, at once. */
  readonly told: (jobId: string) => void;
  readonly random: Random;
  /** Tells this life from all others. */
  readonly name: string;
};

/** A call under its key, sent twice: both answers name the same thing. */
export const twice = async (
  ask: () => Promise<HttpAnswer>,
  status: number,
  nameIn: (answer: HttpAnswer) => string,
): Promise<string> => {
  const first = nameIn(expecting(status, await ask()));
  const again = nameIn(expecting(status, await ask()));
  if (again !== first) throw new Error(`one key gave ${first} and ${again}`);
  return first;
};

const named =
  (name: string) =>
  (member: string) =>
  ({ body }: HttpAnswer): string =>
    String((body[member] as Readonly<Record<string, unknown>>)[name]);
export const idOf = named('id');
export const entryOf = named('entryId');

export const LOOK_EVERY_MS = 100;
export const LOOKS_MAX = 900;

/**
 * The job when it has ended. At each checkpoint a person says `decision`. Polled often, so that polls are under way
 * whenever something dies.
 */
export const untilEnd = async (client: Client, path: string, decision = 'continue'): Promise<JobRead> => {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const read = await readJob(client, path);
    if (FINAL.has(read.job.status)) return read;
    if (read.job.awaitingCheckpoint !== undefined) await decide(client, read.job.id, decision);
    await wait(LOOK_EVERY_MS);
  }
  throw new Error(`${path} does not come to its end`);
};

/** A call that got no answer may have been carried out: then the same decision comes too late. */
const decide = async (client: Client, jobId: string, decision: string): Promise<void> => {
  const answer = await client.post(`jobs/${jobId}/checkpoint`, { decision });
  if (!TOO_LATE.has(String(answer.body['code']))) expecting(200, answer);
};

const TOO_LATE = new Set(['checkpoint_not_waiting', 'job_not_active']);
