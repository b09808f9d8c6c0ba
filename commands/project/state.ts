/** A project: its script and storyboard as they stand, and the claims of it that came to a job, in order. */
import { assertNever } from '../../src/kernel/faults.ts';
import type { EventOf } from '../../src/kernel/event.ts';
import type { generationClaimed, ProjectEvent } from '../../events/project/index.ts';

export type Claim = EventOf<typeof generationClaimed>['data'] & {
  /** Null while the job may still be under way. */
  readonly outcome: 'finished' | null;
};

export type ScriptRevision = { readonly revisionId: string; readonly artifactHash: string };

export type StoryboardRevision = {
  readonly revisionId: string;
  readonly artifactHash: string;
  readonly frameCount: number;
  /** The script revision that it was made from; it is stale when the script has moved. */
  readonly scriptRevisionId: string | null;
  /** True: the rule made it of that script, and makes it anew when the script moves. Otherwise a caller gave it. */
  readonly followsScript?: boolean;
};

export type ProjectState = {
  /** Null until it is created. */
  readonly workspaceId: string | null;
  readonly name: string | null;
  readonly script: ScriptRevision | null;
  readonly storyboard: StoryboardRevision | null;
  /** Of a claim whose start was refused nothing is left but its number. */
  readonly claims: readonly Claim[];
  /** The number of the last claim; 0 before the first. */
  readonly lastClaim: number;
};

export const initial: ProjectState = {
  workspaceId: null,
  name: null,
  script: null,
  storyboard: null,
  claims: [],
  lastClaim: 0,
};

export const evolve = (state: ProjectState, event: ProjectEvent): ProjectState => {
  switch (event.type) {
    case 'ProjectCreated':
      return { ...state, workspaceId: event.data.workspaceId, name: event.data.name };
    case 'ScriptRevised': {
      const { scriptRevisionId, artifactHash } = event.data;
      return { ...state, script: { revisionId: scriptRevisionId, artifactHash } };
    }
    case 'StoryboardRevised': {
      const { storyboardRevisionId: revisionId, ...rest } = event.data;
      return { ...state, storyboard: { revisionId, ...rest } };
    }
    case 'GenerationClaimed':
      return { ...state, claims: [...state.claims, { ...event.data, outcome: null }], lastClaim: event.data.n };
    case 'GenerationEnded': {
      const { n, outcome } = event.data;
      const open = openClaim(state);
      if (open?.n !== n) return state;
      const before = state.claims.slice(0, -1);
      return { ...state, claims: outcome === 'refused' ? before : [...before, { ...open, outcome }] };
    }
    default:
      return assertNever(event);
  }
};

/** The claim that has not ended: at most one, the last. */
export const openClaim = (state: ProjectState): Claim | undefined => {
  const last = state.claims.at(-1);
  return last?.outcome === null ? last : undefined;
};

/** How often anything of this project has generated to an end. */
export const generationsOf = (state: ProjectState): number =>
  state.claims.filter(({ outcome }) => outcome === 'finished').length;

/** Manifests that have generated to an end, in the order of their first generation. */
export const generatedManifests = (state: ProjectState): readonly { hash: string; planIds: readonly string[] }[] => {
  const byHash = new Map<string, readonly string[]>();
  for (const claim of state.claims) {
    if (claim.outcome === 'finished') byHash.set(claim.manifestHash, claim.manifestPlanIds);
  }
  return [...byHash].map(([hash, planIds]) => ({ hash, planIds }));
};

/** The script has moved since the storyboard was made. */
export const isStale = (state: ProjectState): boolean =>
  state.storyboard !== null && state.storyboard.scriptRevisionId !== (state.script?.revisionId ?? null);

/** The rule makes the storyboard of the next script: there is none, or the rule made the one that is there. */
export const followsScript = ({ storyboard }: ProjectState): boolean =>
  storyboard === null || storyboard.followsScript === true;
