/** Metadata as text: the members of `EventMetadata` and the version of the event (`v`), in canonical order. */
import type { EventMetadata } from '../kernel/event.ts';

export type StoredMetadata = { readonly metadata: EventMetadata; readonly version: number };

/** The text after the hash; see `hash-chain.ts`. Written by hand because every append pays for it. */
export const metadataText = (metadata: EventMetadata, version: number): string => {
  const { actor, at, correlationId, traceparent, userId, workspaceId } = metadata;
  let text = `"actor":${JSON.stringify(actor)},"at":${JSON.stringify(at)}`;
  text += `,"correlationId":${JSON.stringify(correlationId)}`;
  if (traceparent !== undefined) text += `,"traceparent":${JSON.stringify(traceparent)}`;
  if (userId !== undefined) text += `,"userId":${JSON.stringify(userId)}`;
  text += `,"v":${version}`;
  if (workspaceId !== undefined) text += `,"workspaceId":${JSON.stringify(workspaceId)}`;
  return `${text}}`;
};

/** Reads stored metadata; undefined when a member is missing or malformed. */
export const parseMetadata = (text: string): StoredMetadata | undefined => {
  const { $hash, v: version, ...metadata } = JSON.parse(text) as Record<string, unknown>;
  if (typeof $hash !== 'string' || !Number.isSafeInteger(version)) return undefined;
  if (!isText(metadata['actor']) || !isText(metadata['at']) || !isText(metadata['correlationId'])) return undefined;
  return { metadata: metadata as EventMetadata, version: version as number };
};

const VERSION = ',"v":';

/** The version alone, without reading the rest: within a JSON text these characters in a row are this member. */
export const versionIn = (text: string): number | undefined => {
  const at = text.lastIndexOf(VERSION);
  const version = at === -1 ? 0 : Number.parseInt(text.slice(at + VERSION.length, at + VERSION.length + 9), 10);
  return version >= 1 ? version : undefined;
};

const WORKSPACE = ',"workspaceId":"';

/**
 * The workspace alone, without reading the rest; see `versionIn`. Undefined where there is none, and where it is not
 * written plainly.
 */
export const workspaceIn = (text: string): string | undefined => {
  const at = text.lastIndexOf(WORKSPACE);
  if (at === -1) return undefined;
  const start = at + WORKSPACE.length;
  const workspaceId = text.slice(start, text.indexOf('"', start));
  return workspaceId.includes('\\') ? undefined : workspaceId;
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
