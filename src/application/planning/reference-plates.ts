/**
 * Reference pictures by address. An address of our own objects names an asset of the workspace, which the engine gets
 * to see; the pictures behind other addresses are not fetched, and steer nothing but what the requirement is called.
 */
import type { ReferencePlate } from './manifest.ts';

/** Path of signed object URLs, as the object store signs them. */
export const OBJECTS_PATH = '/api/v1/objects/';

const ASSET_KEY = /^([a-z0-9_-]+)\/assets\/[0-9a-f]{64}\.(?:png|jpg|webp)$/;

/** Another tenant's object is never looked at: its address is like any other. */
export const plateOf = (workspaceId: string, url: string): ReferencePlate => {
  const key = keyIn(url);
  return { url, assetKey: key !== undefined && ASSET_KEY.exec(key)?.[1] === workspaceId ? key : null };
};

/**
 * The address as it is stored. Of an object of ours what opens it is left out: a signature is a secret, and signed
 * anew the same picture is the same reference.
 */
export const withoutSignature = (url: string): string =>
  keyIn(url) === undefined ? url : url.replace(/[?#][^]*$/, '');

/** The key of an object of ours, whoever's; undefined for all other addresses. */
const keyIn = (url: string): string | undefined => {
  const path = URL.parse(url)?.pathname ?? '';
  const key = path.startsWith(OBJECTS_PATH) ? path.slice(OBJECTS_PATH.length) : '';
  return ASSET_KEY.test(key) ? key : undefined;
};
