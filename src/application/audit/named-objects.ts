/** Which objects of its workspace an event is the first to name: its pictures, and its large content by hash. */
import type { Asset } from '../../../events/common.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { artifactKey } from '../services/artifacts.ts';

export type NamedObject = {
  readonly key: string;
  readonly hash: string;
  /** For people. */
  readonly what: string;
};

type Named = {
  readonly asset?: Asset;
  readonly artifactHash?: string;
  readonly manifestHash?: string;
  readonly contentHash?: string;
  readonly additionsHash?: string | null;
};

/** Members of an event that name an object; other events with such members repeat these. */
const NAMES: Readonly<Record<string, keyof Named>> = {
  ScriptRevised: 'artifactHash',
  StoryboardRevised: 'artifactHash',
  PlanPrepared: 'manifestHash',
  FrameReviewed: 'additionsHash',
  JobQueued: 'contentHash',
  TaskRendered: 'asset',
};

const WHAT: Readonly<Record<keyof Named, string>> = {
  asset: 'the picture',
  artifactHash: 'the text',
  manifestHash: 'the manifest',
  contentHash: 'the request',
  additionsHash: 'the additions to the prompt',
};

/** Categories in which objects are named. */
export const NAMING = ['project', 'plan', 'job'];

export const namedBy = ({ type, data }: DomainEvent, workspaceId: string | undefined): NamedObject | undefined => {
  const member = NAMES[type];
  if (member === undefined || workspaceId === undefined) return undefined;
  const named = data as Named;
  // A storyboard's manifest is named by its plan.
  if (type === 'JobQueued' && (data as { readonly storyboard: unknown }).storyboard !== null) return undefined;
  const what = WHAT[member];
  if (member === 'asset') return named.asset && { key: named.asset.key, hash: named.asset.hash, what };
  const hash = named[member];
  return hash === null || hash === undefined ? undefined : { key: artifactKey(workspaceId, hash), hash, what };
};
