/** The use cases on the opened stores of this process. */
import { hmacSha256 } from '../adapters/system/hmac-sha256.ts';
import { writeZip } from '../adapters/zip/write-zip.ts';
import { type Application, createApplication, createGround, type Ground } from '../application/application.ts';
import type { Core } from './core.ts';

/** `standing`: of a process that measures itself. */
export const composeApplication = (core: Core, standing?: Ground['standing']): Application => {
  const { services, system, codec, readModels, signer, outbound, mailer, secrets, pictureCheck, mediaProbe } = core;
  const { documents, feed, objects, store: eventStore } = core.stores;
  const { flags, trialCredits, providerB, previewHosts } = core.config;
  const settings = { flags, trialCredits, providerB, previewHosts };
  const reading = { documents, feed, eventStore, codec, readModels };
  const media = { objects, writeArchive: writeZip, pictureCheck, mediaProbe };
  const outside = { outbound, mailer, secrets, signer, keyedHash: hmacSha256 };
  const { timers } = system;
  return createApplication(
    createGround({ ...services, ...settings, ...reading, ...media, ...outside, timers, standing }),
  );
};
