/** Addresses of objects that this service keeps, as it signed them for its clients. */

export type OwnObject = { readonly key: string; readonly workspaceId: string };

/** Each store signs addresses that end with the key: `/api/v1/objects/<key>`, or `/<bucket>/<key>` on S3. */
const ASSET_KEY = /\/((ws_[a-z0-9_-]+)\/assets\/[0-9a-f]{64}\.[a-z0-9]+)$/;

/** The object of ours at an address, of any workspace; undefined for all other addresses. */
export const ownObject = (url: string): OwnObject | undefined => {
  const [, key, workspaceId] = ASSET_KEY.exec(URL.parse(url)?.pathname ?? '') ?? [];
  return key === undefined || workspaceId === undefined ? undefined : { key, workspaceId };
};
