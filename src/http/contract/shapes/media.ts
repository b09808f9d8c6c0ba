/** Media that jobs have made, and jobs of any kind as they are polled (spec, 2.3). */
import {
  array,
  integer,
  literal,
  named,
  namedObject,
  nullable,
  number,
  oneOf,
  optional,
} from '../../../kernel/shape.ts';
import { hash, idOf, jobId, seedOf, signedUrl, text, time, yes } from './common.ts';
import { jobKind, jobStatus, jobSummary } from './job.ts';

const type = named('MediaType', oneOf(['video', 'photo', 'music', 'voice', 'captions']));
export const sizeBytes = integer({ minimum: 0, examples: [1_048_576] });
const durationSeconds = number({ minimum: 0, description: 'of media with a length', examples: [30] });

/** An output of a job, or an attachment of one. */
const media = namedObject('Media', {
  id: idOf('ast'),
  type,
  url: signedUrl,
  expiresAt: time,
  hash,
  contentType: text('video/mp4'),
  sizeBytes,
  durationSeconds: optional(durationSeconds),
});

/** The answer of a call that waits for its sound. */
export const soundAnswer = namedObject('SoundAnswer', {
  ok: yes,
  url: signedUrl,
  asset: media,
  durationSeconds,
  chargedCredits: integer({ minimum: 0, examples: [3] }),
});

/** The job inside a 202. */
export const acceptedJob = namedObject('MediaJobAccepted', {
  ok: yes,
  accepted: literal(true),
  job: namedObject('AcceptedJob', {
    id: jobId,
    kind: jobKind,
    operation: text('video_create'),
    status: jobStatus,
    requiredCredits: integer({ minimum: 0, description: 'held for it', examples: [60] }),
    createdAt: time,
  }),
  seed: optional(seedOf('of a film: the same request with this seed makes the same one')),
  limitations: optional(
    array(text('no voice of this deployment speaks it: the lines are not spoken'), {
      description: 'what the film will not have',
    }),
  ),
});

/** A job of any kind as it is polled. */
export const jobRead = namedObject('JobRead', {
  ok: yes,
  job: jobSummary,
  result: nullable(
    namedObject(
      'JobResult',
      { assets: array(media) },
      { description: 'What the job has made; null until it has ended, or for nothing' },
    ),
  ),
});

export const downloadAnswer = namedObject('DownloadAnswer', {
  ok: yes,
  jobId,
  asset: namedObject('DownloadAsset', {
    id: idOf('ast'),
    url: signedUrl,
    expiresAt: time,
    contentType: text('video/mp4'),
    sizeBytes,
  }),
});
