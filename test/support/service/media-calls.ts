/** The calls of a client of music, speech and films: start, wait for the end, and look at the result. */
import type { HttpAnswer } from '../http/http-call.ts';
import type { Client } from '../http/http-client.ts';
import { eventually } from '../kernel/eventually.ts';
import { creditsOf, expecting, FINAL } from './storyboard-calls.ts';

export type Media = {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly hash: string;
  readonly contentType: string;
  readonly sizeBytes: number;
};

export type JobRead = {
  readonly job: {
    readonly id: string;
    readonly status: string;
    readonly error: { readonly code: string; readonly message: string } | null;
    readonly requiredCredits: number;
    readonly chargedCredits: number;
    readonly awaitingCheckpoint?: unknown;
  };
  readonly result: { readonly assets: readonly Media[] } | null;
};

export const readJob = async (client: Client, path: string): Promise<JobRead> =>
  expecting(200, await client.get(path)).body as unknown as JobRead;

/** `path`: where it is polled. `patienceMs`: of real engines, which take seconds of a processor for each scene. */
export const endOf = async (client: Client, path: string, patienceMs?: number): Promise<JobRead> => {
  let last = await readJob(client, path);
  const isOver = async (): Promise<boolean> => {
    last = await readJob(client, path);
    return FINAL.has(last.job.status);
  };
  await eventually(`${path} ends`, isOver, patienceMs);
  return last;
};

/** The job of a 202, by the address that the answer names. */
export const locationOf = (answer: HttpAnswer): string => String(expecting(202, answer).headers.location);

export const availableCredits = async (client: Client): Promise<number> => (await creditsOf(client)).available;
