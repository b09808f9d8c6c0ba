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
  const path = URL.parse(url)?.pathname ?? '';
  const key = path.startsWith(OBJECTS_PATH) ? path.slice(OBJECTS_PATH.length) : '';
  return { url, assetKey: ASSET_KEY.exec(key)?.[1] === workspaceId ? key : null };
};
