/**
 * Compares every object that the log names with its hash: all its bytes are read. Objects are read as their events pass
 * by, a few at once. A bounded cache remembers recent ones.
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { hashInKey } from '../../kernel/object-key.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import { workspaceIn } from '../../schema/stored-metadata.ts';
import { type Findings, placeOf } from './findings.ts';
import { eventsUntil } from './walk.ts';
import type { Asset } from '../../../events/common.ts';
import type { Attachment } from '../../../events/job.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { artifactKey } from '../services/artifacts.ts';

type ObjectAuditDeps = {
  readonly feed: Pick<EventFeed, 'read'>;
  readonly codec: Pick<EventCodec, 'decodeData'>;
  readonly objects: Pick<ObjectStore, 'inspect'>;
};

type Naming = NamedObject & { readonly stored: StoredEvent };

/** Of everything up to `until`. Gives how many were read: one that is named again much later is read again. */
export const auditObjects = async (
  deps: ObjectAuditDeps,
  until: Position,
  findings: Findings,
  onProgress?: (objects: number) => void,
): Promise<number> => {
  const seen = createBoundedMap<string, true>(limits.auditObjectsKnownMax);
  let objects = 0;

  const inspect = async ({ key, hash, what, stored }: Naming): Promise<void> => {
    const found = hashInKey(key) === hash ? await deps.objects.inspect(key) : 'changed';
    objects += 1;
    onProgress?.(objects);
    if (found === 'whole') return;
    const problem =
      found === 'missing' ? `${what} is not in the object store` : `${what} has other bytes than its hash`;
    findings.add({
      check: 'object',
      what: found === 'missing' ? 'lost' : 'changed',
      problem,
      id: key,
      ...placeOf(stored),
    });
  };

  for await (const events of eventsUntil(deps.feed, START, until, { categories: NAMING })) {
    const named: Naming[] = [];
    for (const stored of events) {
      for (const one of namedIn(deps, stored)) {
        if (seen.get(one.key) === true) continue;
        seen.set(one.key, true);
        named.push({ ...one, stored });
      }
    }
    for (let at = 0; at < named.length; at += limits.auditObjectsAtOnce) {
      await Promise.all(named.slice(at, at + limits.auditObjectsAtOnce).map(inspect));
    }
  }
  return objects;
};

/** An event that cannot be read is a finding of the log's own. */
const namedIn = ({ codec }: ObjectAuditDeps, stored: StoredEvent): readonly NamedObject[] => {
  try {
    return namedBy(codec.decodeData(stored), workspaceIn(stored.metadata));
  } catch (error) {
    if (!isFault(error, 'corrupt')) throw error;
    return [];
  }
};

type NamedObject = {
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

/** The objects of its workspace that an event is the first to name: its outputs, and its large content by hash. */
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
