/** The whole story, as a client of the service lives it: from an empty workspace to certified pictures. */
import { declared } from '../../http/contract/operations/registry.ts';
import type { Capability, WorkPlan } from './record/answers.ts';
import type { Api } from './api.ts';
import type { Board } from './record/board.ts';
import { certify } from './certify.ts';
import { collect } from './collect.ts';
import type { Conversation } from './conversation.ts';
import { creditsOf } from './credits.ts';
import type { Report } from './events.ts';
import { generateAll } from './generate.ts';
import { makeFilm } from './make-film.ts';
import { grant, openProject, openWorkspace } from './prepare.ts';
import type { Run } from './record/run.ts';

export type Commission = { readonly board: Board; readonly screenplay: string };

/** `apiFor`: the service as seen from one workspace; null is the caller's own. */
export const drive = async (
  talk: Omit<Conversation, 'api' | 'projectId' | 'naming'>,
  apiFor: (workspaceId: string | null) => Api,
  { board, screenplay }: Commission,
): Promise<Run> => {
  const { report } = talk;
  const workspaceId = await openWorkspace(apiFor(null), board);
  const api = apiFor(workspaceId);
  report({ kind: 'workspace', workspaceId, name: board.title });
  const granted = await grant(api, workspaceId);
  report({ kind: 'credits', paid: granted.paid, bonus: granted.bonus });
  const projectId = await openProject(api, board, screenplay);
  report({ kind: 'project', projectId, name: board.title, frames: board.frames.length });

  const { body: plan } = await api.call(declared.planStoryboardImages, { parameters: { projectId } });
  quote(report, plan);
  const planned = await creditsOf(api);

  const conversation: Conversation = { ...talk, api, projectId, naming: namingOf(board, plan) };
  const generated = await generateAll(conversation, plan);
  const certified = await certify(conversation, plan, generated.jobs);
  const film = await makeFilm(conversation, board);
  const jobIds = certified.jobs.map(({ job }) => job.id);
  const facts = await collect(conversation, plan, jobIds);
  report({
    kind: 'settled',
    chargedCredits: facts.jobs.reduce((sum, { job }) => sum + job.chargedCredits, 0),
    expectedCredits: plan.plan.expectedCredits,
    worstCaseCredits: plan.plan.creditCeiling,
    availableCredits: facts.credits.available,
  });
  return {
    board,
    workspaceId,
    projectId,
    plan,
    planMovedCredits: planned.total !== granted.total || planned.held !== granted.held,
    film,
    reviews: certified.reviews,
    replay: generated.replay,
    engine: await engineOf(api, plan.plan.provider),
    ...facts,
  };
};

const quote = (report: Report, { requirements, sequences, plan, executionManifestArtifact }: WorkPlan): void => {
  report({
    kind: 'quote',
    frames: requirements.length,
    parts: sequences.length,
    engine: plan.provider,
    expectedCredits: plan.expectedCredits,
    worstCaseCredits: plan.creditCeiling,
    manifestHash: executionManifestArtifact.artifactHash,
  });
};

/** Requirements come in storyboard order. */
const namingOf = ({ frames }: Board, { requirements }: WorkPlan): Conversation['naming'] => {
  const names = new Map(
    requirements.map(({ requirementId }, index) => {
      const frame = frames[index];
      return [requirementId, { label: frame?.label ?? String(index + 1), title: frame?.text ?? '' }];
    }),
  );
  return (requirementId) => names.get(requirementId) ?? { label: '?', title: '' };
};

const engineOf = async (api: Api, provider: string): Promise<Capability | null> => {
  const { body } = await api.call(declared.getCapabilities);
  return body.capabilities.find((one) => one.provider === provider || one.id === provider) ?? null;
};
