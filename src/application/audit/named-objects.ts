/** Which objects of its workspace an event is the first to name: its outputs, and its large content by hash. */
import type { Asset } from '../../../events/common.ts';
import type { Attachment } from '../../../events/job.ts';
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
  readonly attachments?: readonly Attachment[];
  readonly artifactHash?: string;
  readonly manifestHash?: string;
  readonly contentHash?: string;
  readonly additionsHash?: string | null;
  readonly profileHash?: string;
};

type Member = Exclude<keyof Named, 'attachments'>;

/** Members of an event that name an object; other events with such members repeat these. */
const NAMES: Readonly<Record<string, Member>> = {
  ScriptRevised: 'artifactHash',
  StoryboardRevised: 'artifactHash',
  PlanPrepared: 'manifestHash',
  FrameReviewed: 'additionsHash',
  JobQueued: 'contentHash',
  TaskRendered: 'asset',
  UploadRegistered: 'asset',
  SettingsSaved: 'profileHash',
};

const WHAT: Readonly<Record<Member, string>> = {
  asset: 'the output',
  artifactHash: 'the text',
  manifestHash: 'the manifest',
  contentHash: 'the request',
  additionsHash: 'the additions to the prompt',
  profileHash: 'the creative profile',
};

/** Categories in which objects are named. */
export const NAMING = ['project', 'plan', 'job', 'settings', 'upload'];

export const namedBy = ({ type, data }: DomainEvent, workspaceId: string | undefined): readonly NamedObject[] => {
  const member = NAMES[type];
  if (member === undefined || workspaceId === undefined) return [];
  const named = data as Named;
  // A storyboard's manifest is named by its plan.
  if (type === 'JobQueued' && (data as { readonly storyboard: unknown }).storyboard !== null) return [];
  const what = WHAT[member];
  if (member === 'asset') return outputsOf(named).map(({ key, hash }) => ({ key, hash, what }));
  const hash = named[member];
  return hash === null || hash === undefined ? [] : [{ key: artifactKey(workspaceId, hash), hash, what }];
};

const outputsOf = ({ asset, attachments = [] }: Named): readonly Asset[] =>
  asset === undefined ? [] : [asset, ...attachments.map((attachment) => attachment.asset)];
