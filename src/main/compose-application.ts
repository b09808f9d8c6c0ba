/** The use cases on the opened stores of this process. */
import { hmacSha256 } from '../adapters/system/hmac-sha256.ts';
import { writeZip } from '../adapters/zip/write-zip.ts';
import { type Application, createApplication, createGround } from '../application/application.ts';
import type { Core } from './core.ts';

export const composeApplication = (core: Core): Application => {
  const { services, system, stores, codec, readModels, config, pictureCheck, mediaProbe, outbound } = core;
  const { timers, turns } = system;
  const { documents, feed, objects, store: eventStore } = stores;
  const { flags, trialCredits, providerB, previewHosts } = config;
  const reading = { documents, feed, eventStore, codec, readModels, turns };
  const media = { objects, writeArchive: writeZip, pictureCheck, mediaProbe, outbound, keyedHash: hmacSha256 };
  return createApplication(
    createGround({ ...services, ...reading, ...media, timers, flags, trialCredits, providerB, previewHosts }),
  );
};
