/**
 * Uploads under way: of all workspaces, of one, and of one user. Each second with its client has a number of bytes that
 * are due. One that is too far behind is cut. While all places are taken, one that is less far behind gives way: of the
 * user with the most uploads, the one that is furthest behind.
 */
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';

export type UploadPlace = {
  /** The body as it is read. Time in which nothing asks for more of it does not count. */
  readonly counted: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Cuts the upload where it is too far behind. Call it every `limits.uploadCheckMs`. */
  readonly look: () => void;
  readonly leave: () => void;
};

export type Uploader = { readonly workspaceId: string; readonly userKey: string };

export type UploadPlaces = {
  /** Undefined: there is no place. `cut` is called at most once, and only while the upload waits for its client. */
  readonly enter: (uploader: Uploader, cut: () => void) => UploadPlace | undefined;
};

type Upload = Uploader & {
  readonly cut: () => void;
  bytes: number;
  /** For its client, up to the last bytes; milliseconds. */
  waitedMs: number;
  /** Since when it waits for its client; null while the client waits for us. */
  since: number | null;
};

export const createUploadPlaces = ({ monotonic }: Pick<Clock, 'monotonic'>): UploadPlaces => {
  const uploads = new Set<Upload>();

  /** Milliseconds; less than 0 for one that comes faster than it must. */
  const behindMs = ({ bytes, waitedMs, since }: Upload): number =>
    since === null ? -Infinity : waitedMs + monotonic() - since - (bytes / limits.uploadBytesPerSecondMin) * 1_000;

  const cut = (upload: Upload): void => {
    if (uploads.delete(upload)) upload.cut();
  };

  const giveWay = (): void => {
    const late = [...uploads].filter((one) => behindMs(one) >= limits.uploadYieldMs);
    const ofUser = ({ userKey }: Upload): number => [...uploads].filter((one) => one.userKey === userKey).length;
    const [last] = late.toSorted((a, b) => ofUser(b) - ofUser(a) || behindMs(b) - behindMs(a));
    if (last !== undefined) cut(last);
  };

  const counted = async function* counted(upload: Upload, body: AsyncIterable<Uint8Array>) {
    upload.since = monotonic();
    try {
      for await (const chunk of body) {
        upload.waitedMs += monotonic() - upload.since;
        upload.since = null;
        upload.bytes += chunk.byteLength;
        yield chunk;
        upload.since = monotonic();
      }
    } finally {
      upload.since = null;
    }
  };

  return Object.freeze({
    enter: ({ workspaceId, userKey }: Uploader, cutIt: () => void) => {
      const all = [...uploads];
      if (all.filter((one) => one.userKey === userKey).length >= limits.uploadsAtOncePerUserMax) return undefined;
      const ofWorkspace = all.filter((one) => one.workspaceId === workspaceId);
      if (ofWorkspace.length >= limits.uploadsAtOncePerWorkspaceMax) return undefined;
      if (all.length >= limits.uploadsAtOnceMax) giveWay();
      if (uploads.size >= limits.uploadsAtOnceMax) return undefined;
      const upload: Upload = { workspaceId, userKey, cut: cutIt, bytes: 0, waitedMs: 0, since: null };
      uploads.add(upload);
      return {
        counted: (body: AsyncIterable<Uint8Array>) => counted(upload, body),
        look: () => {
          if (behindMs(upload) > limits.uploadAllowanceMs) cut(upload);
        },
        leave: () => uploads.delete(upload),
      };
    },
  });
};
