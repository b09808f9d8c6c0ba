/** The job that a 202 of generate or repair tells of. */
import type { HttpAnswer } from '../http/http-call.ts';
import type { Client } from '../http/http-client.ts';
import { expecting, finalJob, generate, type Planned } from './storyboard-calls.ts';

export type StartedJob = {
  readonly id: string;
  readonly requirementIds: readonly string[];
};

export const jobIn = (answer: HttpAnswer): StartedJob => expecting(202, answer).body['job'] as StartedJob;

/** Generates, waits for the end, and gives the id of the job. */
export const generated = async (
  client: Client,
  planned: Planned,
  requirementIds?: readonly string[],
): Promise<string> => {
  const asked = requirementIds === undefined ? {} : { requirementIds };
  const { id } = jobIn(await generate(client, planned, asked));
  await finalJob(client, planned, id);
  return id;
};
