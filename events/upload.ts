/**
 * The events of one upload: its place is offered, its content becomes an asset or is refused, its place is cleared. One
 * that is slow is awaited before that.
 */
import { type EventOf, eventsOf } from '../src/kernel/event.ts';
import { limits } from '../src/kernel/limits.ts';
import { integer, nullable, oneOf, string } from '../src/kernel/shape.ts';
import { uploadCategories } from '../src/kernel/upload-categories.ts';
import { uploadRefusals } from '../src/kernel/upload-refusals.ts';
import { asset, id, time } from './common.ts';

const event = eventsOf('upload');

const offer = {
  category: oneOf(uploadCategories),
  /** As its user named it; it is in no key and no path. */
  filename: string({ minLength: 1, maxLength: limits.uploadFilenameCharsMax }),
};

/** A URL was signed for one PUT of this type to this key. */
export const uploadOffered = event('UploadOffered', {
  ...offer,
  workspaceId: id,
  contentType: string({ maxLength: 100 }),
  /** As the client named it; null where it did not. */
  sizeBytes: nullable(integer({ minimum: 1 })),
  /** The place of the bytes until they are looked at: no URL for GET is ever signed for it. */
  key: string({ maxLength: limits.objectKeyCharsMax }),
  /** Of the URL. */
  expiresAt: time,
});

/** The bytes are what they claimed to be, and are an asset of the workspace under their hash. */
export const uploadRegistered = event('UploadRegistered', { ...offer, asset, registeredAt: time });

/** The bytes are something else, and are removed. */
export const uploadRefused = event('UploadRefused', { code: oneOf(uploadRefusals) });

/** Its URL has expired, and there was nothing to look at, or no look in time. Its place has another look then. */
export const uploadAwaited = event('UploadAwaited', { until: time });

/** The place of the bytes is empty for good. One that was never filled ends by this alone. */
export const uploadCleared = event('UploadCleared', {});

export const uploadEvents = [uploadOffered, uploadRegistered, uploadRefused, uploadAwaited, uploadCleared] as const;
export type UploadEvent = EventOf<(typeof uploadEvents)[number]>;
