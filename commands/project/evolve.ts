import { onEvent } from '../../src/kernel/handlers.ts';
import type { Claim, ProjectEvent } from '../../events/project.ts';
import type { ProjectState } from './state.ts';

export const evolve = (state: ProjectState, event: ProjectEvent): ProjectState => {
  if (event.type === 'ProjectPeriodClosed') return event.data;
  return { ...state, ...changesOf(state, event), revision: state.revision + 1 };
};

type Change = Exclude<ProjectEvent, { readonly type: 'ProjectPeriodClosed' }>;

const changesOf = onEvent<Change, ProjectState, Partial<ProjectState>>({
  ProjectCreated: ({ revision }, { workspaceId, name }) => ({ workspaceId, name, revised: revision + 1 }),
  ScriptRevised: ({ revision }, { scriptRevisionId, artifactHash }) => ({
    script: { revisionId: scriptRevisionId, artifactHash },
    revised: revision + 1,
  }),
  StoryboardRevised: ({ revision }, { storyboardRevisionId, ...about }) => ({
    storyboard: { revisionId: storyboardRevisionId, ...about },
    revised: revision + 1,
  }),
  GenerationClaimed: (_, claim) => ({ open: claim, lastClaim: claim.n }),
  GenerationEnded: (state, { n, outcome }) => {
    const { open } = state;
    if (open?.n !== n) return {};
    return outcome === 'refused' ? { open: null } : { open: null, ...finished(state, open) };
  },
  ManifestTookOver: ({ generations }, { manifestHash, manifestPlanIds: planIds }) => ({
    generations: generations + 1,
    generated: { manifestHash, planIds, jobs: [] },
  }),
});

const finished = ({ generations, generated }: ProjectState, claim: Claim): Partial<ProjectState> => {
  const { n, jobId, planId, manifestHash, manifestPlanIds: planIds } = claim;
  const before = generated?.manifestHash === manifestHash ? generated.jobs : [];
  return {
    generations: generations + 1,
    generated: { manifestHash, planIds, jobs: [...before, { n, jobId, planId }] },
  };
};
