/**
 * Uploads of users. The bytes have a place of their own first, for which no URL for GET is signed. A look at them makes
 * them an asset of the workspace under their hash, or removes them.
 */
import {
  type UploadCommand,
  uploadDecider,
  type UploadOutcome,
  type UploadState,
  uploadStream,
} from '../../../commands/upload.ts';
import { isFault } from '../../kernel/faults.ts';
import { createGate } from '../../kernel/gate.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { CommandContext, CommandHandler } from '../log/command-handler.ts';
import { lookAtUpload, type LookDeps } from './look-at-upload.ts';
import type { OwnObject } from './own-object.ts';

export type Uploads = {
  /** State of an upload, no older than the call. */
  read(uploadId: string): Promise<UploadState>;

  /**
   * Looks at what arrived, once; the outcome stays. Null: nothing has arrived, or it was never offered. May be
   * repeated. Faults: `unavailable`, it could not be looked at now.
   */
  register(uploadId: string): Promise<UploadOutcome | null>;

  /** Registers what arrived, empties its place and ends the upload. For after its URL has expired. */
  clear(uploadId: string): Promise<void>;

  /**
   * The key of the asset that an object of ours is; of an upload, once it is registered. Null: there is none, or the
   * upload has its place at another key.
   */
  keyOf(own: OwnObject): Promise<string | null>;
};

export type UploadDeps = Omit<LookDeps, 'objects'> & {
  readonly objects: LookDeps['objects'] & Pick<ObjectStore, 'remove'>;
  readonly commands: CommandHandler;
  readonly clock: Pick<Clock, 'now'>;
};

export const createUploads = (deps: UploadDeps): Uploads => {
  const { commands, objects, clock } = deps;
  const gate = createGate({ placesMax: limits.uploadPicturesAtOnceMax, waitingMax: limits.uploadsWaitingMax });

  const read = async (uploadId: string): Promise<UploadState> =>
    (await commands.read(uploadDecider, uploadStream(uploadId))).state;

  const handle = async (uploadId: string, command: UploadCommand, context: CommandContext): Promise<UploadState> =>
    (await commands.handle(uploadDecider, uploadStream(uploadId), command, context)).state;

  const register: Uploads['register'] = async (uploadId) => {
    const { offer, outcome: before, cleared } = await read(uploadId);
    if (offer === null || before !== null || cleared) return before;
    const found = await objects.head(offer.key);
    if (found === undefined) return null;
    const looked = await lookAtUpload(deps, gate, offer, found.size).catch((error: unknown) => {
      // Another process has looked at it, and removed it.
      if (isFault(error, 'not_found')) return null;
      throw error;
    });
    if (looked === null) return (await read(uploadId)).outcome;
    const outcome: UploadOutcome =
      looked.kind === 'refused'
        ? looked
        : {
            kind: 'registered',
            asset: { id: uploadId, ...looked.content },
            registeredAt: new Date(clock.now()).toISOString(),
          };
    const context = contextOf(offer.workspaceId, 'register-upload', uploadId);
    const { outcome: kept } = await handle(uploadId, { type: 'ConcludeUpload', outcome }, context);
    if (kept?.kind === 'refused') await objects.remove(offer.key);
    return kept;
  };

  return Object.freeze({
    read,
    register,
    clear: async (uploadId: string) => {
      await register(uploadId);
      const { offer } = await read(uploadId);
      if (offer === null) return;
      await objects.remove(offer.key);
      await handle(uploadId, { type: 'ClearUpload' }, contextOf(offer.workspaceId, 'clear-upload', uploadId));
    },
    keyOf: async ({ key, uploadId }: OwnObject) => {
      if (uploadId === null) return key;
      // The address is the caller's own text: the workspace that it names may be another one than the upload's.
      if ((await read(uploadId)).offer?.key !== key) return null;
      const outcome = await register(uploadId);
      return outcome?.kind === 'registered' ? outcome.asset.key : null;
    },
  });
};

/** Not from `services.ts`, which has the type of this service. */
const contextOf = (workspaceId: string, step: string, uploadId: string): CommandContext => ({
  workspaceId,
  actor: `system:${step}`,
  correlationId: uploadId,
});
