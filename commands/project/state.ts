/** A project: its current script and storyboard, the holder of the storyboard, and the last generation. */
import type { EventOf } from '../../src/kernel/event.ts';
import type { Claim, ProjectEvent, projectPeriodClosed } from '../../events/project.ts';
import { onEvent } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';

export type { Claim } from '../../events/project.ts';

type Period = Readonly<EventOf<typeof projectPeriodClosed>['data']>;

export type ScriptRevision = Readonly<NonNullable<Period['script']>>;
export type StoryboardRevision = Readonly<NonNullable<Period['storyboard']>>;

/** A job of a plan, and the number of the claim that it ran under. */
export type PlanJob = Readonly<Pick<Claim, 'n' | 'jobId' | 'planId'>>;

/** All that the end of a period tells. Revisions are -1 before the first event, and claims begin with 1. */
export type ProjectState = Omit<Period, 'workspaceId' | 'name'> & {
  /** Null until it is created. */
  readonly workspaceId: string | null;
  readonly name: string | null;
};

export const initial: ProjectState = {
  workspaceId: null,
  name: null,
  script: null,
  storyboard: null,
  lastClaim: 0,
  open: null,
  generations: 0,
  generated: null,
  revision: -1,
  revised: -1,
};

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

/**
 * The jobs of a manifest in the order of their claims, where it generated last or is about to. The last of them may
 * still be under way. None of an earlier manifest.
 */
export const jobsOfManifest = ({ generated, open }: ProjectState, manifestHash: string): readonly PlanJob[] => [
  ...(generated?.manifestHash === manifestHash ? generated.jobs : []),
  ...(open?.manifestHash === manifestHash ? [open] : []),
];

/** The last job of a plan's manifest, by any plan of it. Undefined: another manifest has generated since. */
export const lastJobBeside = ({ generated, open }: ProjectState, planId: string): string | undefined => {
  if (open?.manifestPlanIds.includes(planId)) return open.jobId;
  return generated?.planIds.includes(planId) ? generated.jobs.at(-1)?.jobId : undefined;
};

/** The manifest is the last one that generated or took over. Or none has since it was planned, in round `round`. */
export const isCurrent = (state: ProjectState, manifestHash: string, round: number): boolean =>
  state.generated?.manifestHash === manifestHash || state.generations === round;

/** The plan has had its maximum of jobs: the remaining frames take another plan. */
export const isUsedUp = (
  state: ProjectState,
  { manifestHash, planId }: Pick<Claim, 'manifestHash' | 'planId'>,
): boolean =>
  jobsOfManifest(state, manifestHash).filter((job) => job.planId === planId).length >= limits.jobsPerPlanMax;

/** The script has changed since the storyboard was made. */
export const isStale = (state: ProjectState): boolean =>
  state.storyboard !== null && state.storyboard.scriptRevisionId !== (state.script?.revisionId ?? null);

/** The rule makes the storyboard of the next script: there is none, or the rule made the one that is there. */
export const followsScript = ({ storyboard }: ProjectState): boolean =>
  storyboard === null || storyboard.followsScript === true;
