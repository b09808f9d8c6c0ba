/**
 * Reference pictures by address. An address of our own objects names an asset of the workspace, which the engine gets
 * to see. The pictures behind other addresses cannot be fetched yet: a request for paid work that names one is refused,
 * and a plan has a blocker.
 */
import { refused, type Refused } from '../calls/result.ts';
import type { Storyboard, StoryboardFrame } from './storyboard.ts';

/** A reference picture: one of the workspace's own assets, or an address that is not fetched and blocks the plan. */
export type ReferencePlate = { readonly url: string; readonly assetKey: string | null };

/** Path of signed object URLs, as the object store signs them. */
export const OBJECTS_PATH = '/api/v1/objects/';

/** The frame's own references come before the storyboard's. */
export const referencesOf = (storyboard: Storyboard, frame: StoryboardFrame): readonly string[] => [
  ...(frame.referenceImageUrls ?? []),
  ...(storyboard.referenceImageUrls ?? []),
];

/** Each store signs addresses that end with the key: `/api/v1/objects/<key>`, or `/<bucket>/<key>` on S3. */
const ASSET_KEY = /\/(([a-z0-9_-]+)\/assets\/[0-9a-f]{64}\.(?:png|jpg|webp))$/;

/** Another tenant's object is never looked at: its address is like any other. */
export const plateOf = (workspaceId: string, url: string): ReferencePlate => {
  const found = assetIn(url);
  return { url, assetKey: found?.workspaceId === workspaceId ? found.key : null };
};

/** A message that names no address: the query of an address may be a secret. */
export const UNAVAILABLE = 'a reference picture is at an address that is not fetched; use a picture of this workspace';

/** Why calls without QA are not begun; undefined where every reference can be read. */
export const whyUnavailable = (plates: readonly ReferencePlate[]): Refused | undefined => {
  const addresses = new Set(plates.filter(({ assetKey }) => assetKey === null).map(({ url }) => url));
  return addresses.size === 0
    ? undefined
    : refused('reference_unavailable', UNAVAILABLE, { unavailable: addresses.size });
};

/**
 * The address as it is stored. The signature of an object of ours is left out: it is a secret, and the same picture
 * under a new signature is the same reference.
 */
export const withoutSignature = (url: string): string =>
  assetIn(url) === undefined ? url : url.replace(/[?#][^]*$/, '');

/** The object of ours at an address, of any owner; undefined for all other addresses. */
const assetIn = (url: string): { readonly key: string; readonly workspaceId: string } | undefined => {
  const [, key, workspaceId] = ASSET_KEY.exec(URL.parse(url)?.pathname ?? '') ?? [];
  return key === undefined || workspaceId === undefined ? undefined : { key, workspaceId };
};
