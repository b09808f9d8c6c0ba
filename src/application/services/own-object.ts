/** Addresses of objects that this service keeps, as it signed them for its clients. */

export type OwnObject = {
  readonly key: string;
  readonly workspaceId: string;
  /** The id of an upload, where the key is the place of its bytes; null for an asset. */
  readonly uploadId: string | null;
};

/** Each store signs addresses that end with the key: `/api/v1/objects/<key>`, or `/<bucket>/<key>` on S3. */
const KEY = /\/((ws_[a-z0-9_-]+)\/(?:assets\/[0-9a-f]{64}|users\/([0-9a-z]{26})\/(ast_[0-9a-z]{26}))\.[a-z0-9]+)$/;

/** The object of ours at an address, of any workspace; undefined for all other addresses. */
export const ownObject = (url: string): OwnObject | undefined => {
  const [, key, workspaceId, , uploadId = null] = KEY.exec(URL.parse(url)?.pathname ?? '') ?? [];
  return key === undefined || workspaceId === undefined ? undefined : { key, workspaceId, uploadId };
};

/** The upload whose bytes have their place at this key, and its user; undefined for all other keys. */
export const uploadIn = (key: string): { readonly uploadId: string; readonly userKey: string } | undefined => {
  const [, , , userKey, uploadId] = KEY.exec(`/${key}`) ?? [];
  return userKey === undefined || uploadId === undefined ? undefined : { uploadId, userKey };
};

/** Where the bytes of an upload are put: under the prefix of its user, and no name of a file. */
export const uploadKey = (workspaceId: string, userKey: string, uploadId: string, extension: string): string =>
  `${workspaceId}/users/${userKey}/${uploadId}.${extension}`;
