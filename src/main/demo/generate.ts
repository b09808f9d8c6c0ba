/** Generates part by part, each under a key of its own. It ends when the service says that nothing is left. */
import { declared } from '../../http/contract/operations/registry.ts';
import type { JobPoll, WorkPlan } from './record/answers.ts';
import { BrokenPromise } from './api.ts';
import type { Conversation } from './conversation.ts';
import { creditsOf } from './credits.ts';
import type { Replay } from './record/run.ts';
import { watchJob } from './watch-job.ts';

/** Jobs as they ended, in the order in which they were started. */
export type Generated = { readonly jobs: readonly JobPoll[]; readonly replay: Replay | null };

export const generateAll = async (conversation: Conversation, plan: WorkPlan): Promise<Generated> => {
  const jobs: JobPoll[] = [];
  let replay: Replay | null = null;
  for (let part = 1; part <= plan.sequences.length; part += 1) {
    const call = callFor(conversation, plan, part);
    const { body } = await call();
    // Nothing is left to generate.
    if (!('job' in body)) break;
    const { job } = body;
    if (jobs.some((earlier) => earlier.job.id === job.id)) break;
    conversation.report({
      kind: 'job',
      jobId: job.id,
      operation: job.operation,
      frames: job.requestedImageCount,
      heldCredits: job.requiredCredits,
    });
    jobs.push(await watchJob(conversation, job.id));
    replay ??= await callAgain(conversation, call, job.id);
    if (!body.resume) break;
  }
  if (jobs.length === 0) throw new BrokenPromise('generate started no job');
  return { jobs, replay };
};

/** Each call of it sends the very same bytes. */
const callFor =
  ({ api, projectId }: Conversation, plan: WorkPlan, part: number) =>
  async () =>
    api.call(declared.generateStoryboardImages, {
      parameters: { projectId },
      headers: { 'idempotency-key': `demo-generate-${part}` },
      body: {
        expectedExecutionManifestArtifactHash: plan.executionManifestArtifact.artifactHash,
        expectedExecutionManifestId: plan.executionManifest.id,
        expectedPlanArtifactHash: plan.planArtifact.artifactHash,
        expectedStoryboardRevisionId: plan.storyboardRevisionId,
        confirm: true,
      },
    });

/** Repeats the request, as a client that never saw the first answer: it must cost nothing and start nothing. */
const callAgain = async (
  { api, report }: Conversation,
  call: ReturnType<typeof callFor>,
  firstJobId: string,
): Promise<Replay> => {
  const before = await creditsOf(api);
  const again = await call();
  const replayed = again.headers.get('idempotent-replayed') === 'true';
  const jobId = 'job' in again.body ? again.body.job.id : 'none';
  report({ kind: 'replay', jobId, replayed });
  return { replayed, firstJobId, jobId, before, after: await creditsOf(api) };
};
