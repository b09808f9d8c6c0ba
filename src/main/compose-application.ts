/** The use cases on the opened stores of this process. */
import { hmacSha256 } from '../adapters/system/hmac-sha256.ts';
import { writeZip } from '../adapters/zip/write-zip.ts';
import { type Application, createApplication, createGround, type Ground } from '../application/application.ts';
import type { Core } from './core.ts';

/** `standing`: of a process that measures itself. */
export const composeApplication = (core: Core, standing?: Ground['standing']): Application => {
  const {
    services,
    system,
    stores,
    codec,
    readModels,
    config,
    pictureCheck,
    mediaProbe,
    outbound,
    mailer,
    secrets,
    signer,
  } = core;
  const { timers, turns } = system;
  const { documents, feed, objects, store: eventStore } = stores;
  const { flags, trialCredits, providerB, previewHosts } = config;
  const reading = { documents, feed, eventStore, codec, readModels, turns };
  const media = {
    objects,
    writeArchive: writeZip,
    pictureCheck,
    mediaProbe,
    outbound,
    mailer,
    keyedHash: hmacSha256,
    secrets,
  };
  return createApplication(
    createGround({
      ...services,
      ...reading,
      ...media,
      signer,
      timers,
      standing,
      flags,
      trialCredits,
      providerB,
      previewHosts,
    }),
  );
};
