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
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { addMs } from '../../kernel/time.ts';
import type { Clock } from '../../ports/basics.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { CommandContext, CommandHandler } from '../log/command-handler.ts';
import type { OwnObject } from './own-object.ts';
import { createLookAtUpload, type LookDeps } from './look-at-upload.ts';

export type Uploads = {
  /** State of an upload, no older than the call. */
  read(uploadId: string): Promise<UploadState>;

  /**
   * Looks at what arrived, once; the outcome stays. Null: nothing has arrived, or it was never offered. May be
   * repeated. Faults: `unavailable`, it could not be looked at now.
   */
  register(uploadId: string): Promise<UploadOutcome | null>;

  /**
   * Registers what arrived, empties its place and ends the upload. For after its URL has expired. One of which nothing
   * is there, or that could not be looked at in time, is awaited: it ends at the next call that is late enough. `at`:
   * RFC 3339.
   */
  clear(uploadId: string, at: string): Promise<void>;

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
  const lookAtUpload = createLookAtUpload(deps);

  const read = async (uploadId: string): Promise<UploadState> =>
    (await commands.read(uploadDecider, uploadStream(uploadId))).state;

  const handle = async (uploadId: string, command: UploadCommand, context: CommandContext): Promise<UploadState> =>
    (await commands.handle(uploadDecider, uploadStream(uploadId), command, context)).state;

  /** `isLast`: no other look follows. Before that a look that was late tells nothing of the bytes. */
  const look = async (uploadId: string, isLast: boolean): Promise<UploadOutcome | 'late' | null> => {
    const { offer, outcome: before, cleared } = await read(uploadId);
    if (offer === null || before !== null || cleared) return before;
    const looked = await lookAtUpload(offer);
    // Nothing came, or another process has looked at it and removed it.
    if (looked === null) return (await read(uploadId)).outcome;
    if (looked.kind === 'refused' && looked.code === 'timed_out' && !isLast) return 'late';
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

  const register: Uploads['register'] = async (uploadId) => {
    const found = await look(uploadId, false);
    if (found === 'late') throw new Fault('unavailable', `the look at the upload ${uploadId} was not done in time`);
    return found;
  };

  return Object.freeze({
    read,
    register,
    clear: async (uploadId: string, at: string) => {
      const { offer, awaited, cleared } = await read(uploadId);
      if (offer === null) return;
      const isLast = cleared || (awaited !== null && at >= awaited);
      const found = await look(uploadId, isLast);
      const context = contextOf(offer.workspaceId, 'clear-upload', uploadId);
      if ((found === null || found === 'late') && !isLast) {
        const until = addMs(offer.expiresAt, limits.uploadGraceMs + limits.uploadAwaitedMs);
        await handle(uploadId, { type: 'AwaitUpload', until }, context);
        return;
      }
      await objects.remove(offer.key);
      await handle(uploadId, { type: 'ClearUpload' }, context);
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
