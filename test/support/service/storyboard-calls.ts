/** The calls of a client of the supervised flow: a project, a plan, a job, and the wait for its end. */
import type { Client } from '../http/http-client.ts';
import type { HttpAnswer } from '../http/http-call.ts';

type Json = Readonly<Record<string, unknown>>;

export type Planned = {
  readonly projectId: string;
  /** Where everything of the project is, under `/api/v1/`. */
  readonly film: string;
  readonly planId: string;
  readonly planIds: readonly string[];
  readonly manifestHash: string;
  readonly requirementIds: readonly string[];
  readonly answer: HttpAnswer;
};

/** The answer, when it has this status; else an error that tells what came instead. */
export const expecting = (status: number, answer: HttpAnswer): HttpAnswer => {
  if (answer.status === status) return answer;
  throw new Error(`expected ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`);
};

/** `storyboard`: independent frames unless stated. */
export const createProject = async (
  client: Client,
  prompts: readonly string[],
  storyboard: Json = {},
  name = 'Film',
) => {
  const frames = prompts.map((prompt) => ({ prompt }));
  const body = { name, storyboard: { frames, continuityMode: 'independent', ...storyboard } };
  const { body: created } = expecting(200, await client.post('projects', body));
  return (created['project'] as { id: string }).id;
};

export const planProject = async (client: Client, projectId: string): Promise<Planned> => {
  const film = `projects/${projectId}/film-intelligence`;
  const answer = expecting(200, await client.post(`${film}/storyboard-images/plan`));
  const { planId, sequences, requirements, executionManifestArtifact } = answer.body as {
    readonly planId: string;
    readonly sequences: readonly { readonly planId: string }[];
    readonly requirements: readonly { readonly requirementId: string }[];
    readonly executionManifestArtifact: { readonly artifactHash: string };
  };
  return {
    projectId,
    film,
    planId,
    planIds: sequences.map((sequence) => sequence.planId),
    manifestHash: executionManifestArtifact.artifactHash,
    requirementIds: requirements.map(({ requirementId }) => requirementId),
    answer,
  };
};

export const givenPlanned = async (client: Client, prompts: readonly string[], storyboard?: Json): Promise<Planned> =>
  planProject(client, await createProject(client, prompts, storyboard));

export type GenerateOptions = { readonly key?: string; readonly requirementIds?: readonly string[] };

export const generate = async (
  client: Client,
  { film, manifestHash }: Pick<Planned, 'film' | 'manifestHash'>,
  { key, requirementIds }: GenerateOptions = {},
): Promise<HttpAnswer> => {
  const body = { expectedExecutionManifestArtifactHash: manifestHash, requirementIds };
  return client.post(`${film}/storyboard-images/generate`, body, key === undefined ? {} : { 'idempotency-key': key });
};

export const repair = async (client: Client, { film }: Pick<Planned, 'film'>, planId: string): Promise<HttpAnswer> =>
  client.post(`${film}/photo-sequences/${planId}/repair`, { confirm: true });

export type StartedJob = {
  readonly id: string;
  readonly requirementIds: readonly string[];
};

/** The job that a 202 tells of. */
export const jobIn = (answer: HttpAnswer): StartedJob => expecting(202, answer).body['job'] as StartedJob;

export const jobIdIn = (answer: HttpAnswer): string => jobIn(answer).id;

export type JobPoll = {
  readonly job: {
    readonly id: string;
    readonly status: string;
    readonly heldCredits: number;
    readonly chargedCredits: number;
    readonly progress: { readonly done: number; readonly total: number };
  };
  readonly requirements: readonly {
    readonly requirementId: string;
    readonly frameIndex: number;
    readonly status: string;
    readonly reason: string | null;
    readonly attempts: readonly {
      readonly attempt: number;
      readonly engine: string;
      readonly status: string;
      readonly asset: { readonly id: string; readonly url: string; readonly hash: string } | null;
      readonly error: { readonly code: string } | null;
    }[];
  }[];
  readonly resumable: boolean;
};

export const pollJob = async (client: Client, { film }: Pick<Planned, 'film'>, jobId: string): Promise<JobPoll> =>
  expecting(200, await client.get(`${film}/jobs/${jobId}`)).body as unknown as JobPoll;

/** The states of a job that has ended. */
export const FINAL = new Set(['completed', 'partially_completed', 'failed', 'cancelled']);

/** Long polls until the job is final; rejects when it never is. */
export const finalJob = async (client: Client, planned: Pick<Planned, 'film'>, jobId: string): Promise<JobPoll> => {
  for (let looks = 0; looks < 12; looks += 1) {
    const answer = await client.get(`${planned.film}/jobs/${jobId}`, { prefer: 'wait=10' });
    const poll = expecting(200, answer).body as unknown as JobPoll;
    if (FINAL.has(poll.job.status)) return poll;
  }
  throw new Error(`${jobId} does not come to its end`);
};

/** Generates, and waits for the end of the job. */
export const generated = async (client: Client, planned: Planned, options: GenerateOptions = {}): Promise<JobPoll> =>
  finalJob(client, planned, jobIdIn(await generate(client, planned, options)));

/** A plan whose job has begun. */
export const givenStarted = async (...given: Parameters<typeof givenPlanned>) => {
  const planned = await givenPlanned(...given);
  return { planned, jobId: jobIdIn(await generate(given[0], planned)) };
};

/** A plan whose job has ended, and the last look at that. */
export const givenGenerated = async (...given: Parameters<typeof givenPlanned>) => {
  const { planned, jobId } = await givenStarted(...given);
  return { planned, jobId, ...(await finalJob(given[0], planned, jobId)) };
};

/** Repairs its first part, or another one, and waits for the end of the job. */
export const repaired = async (client: Client, planned: Planned, planId = planned.planId): Promise<JobPoll> =>
  finalJob(client, planned, jobIdIn(await repair(client, planned, planId)));

export const review = async (
  client: Client,
  { film }: Pick<Planned, 'film'>,
  planId: string,
  decisions: readonly Json[],
): Promise<HttpAnswer> => client.post(`${film}/photo-sequences/${planId}/review`, { decisions });

/** One decision for each of the first `count` frames. */
export const acceptAll = (count: number): readonly Json[] =>
  Array.from({ length: count }, (_, frameIndex) => ({ frameIndex, decision: 'accept', note: 'as it should be' }));

export type PhotoSequence = {
  readonly lifecycle: string;
  readonly certificate: Json | null;
  readonly plan: Json;
  readonly frames: readonly {
    readonly frameIndex: number;
    readonly requirementId: string;
    readonly status: string;
    readonly asset: { readonly url: string; readonly hash: string } | null;
  }[];
};

export const photoSequence = async (
  client: Client,
  { film }: Pick<Planned, 'film'>,
  planId: string,
): Promise<PhotoSequence> =>
  expecting(200, await client.get(`${film}/photo-sequences/${planId}`)).body as unknown as PhotoSequence;

export type Credits = { readonly total: number; readonly held: number; readonly available: number };

export const creditsOf = async (client: Client): Promise<Credits> =>
  expecting(200, await client.get('credits/summary')).body['credits'] as Credits;
