/** The film of the fake service: three scenes for fifteen credits, made at once. */
import { createHash } from 'node:crypto';
import * as samples from '../http/http-samples.ts';

export const FILM_JOB = 'job_3';
export const FILM_CREDITS = 15;
export const FILM_URL = '/objects/film.mp4';
export const FILM_BYTES = Buffer.from('a film');

const capability = (kind: string) => ({
  ...samples.capabilities.capabilities[0],
  id: `${kind}.service_video`,
  kind,
  provider: 'service_video',
  operations: ['video_create'],
  priceCredits: null,
});

export const filmCapabilities = ['clip', 'assembly'].map(capability);

const job = {
  id: FILM_JOB,
  kind: 'video',
  operation: 'video_create',
  requiredCredits: FILM_CREDITS,
  createdAt: samples.at,
};

export const filmAccepted = { ok: true, accepted: true, job: { ...job, status: 'queued' } };

export const filmRead = {
  ok: true,
  job: {
    ...samples.jobSummary,
    ...job,
    status: 'completed',
    progress: { done: 5, total: 5 },
    heldCredits: 0,
    chargedCredits: FILM_CREDITS,
  },
  result: {
    assets: [
      {
        id: 'ast_film',
        type: 'video',
        url: FILM_URL,
        expiresAt: samples.at,
        hash: `sha256:${createHash('sha256').update(FILM_BYTES).digest('hex')}`,
        contentType: 'video/mp4',
        sizeBytes: FILM_BYTES.byteLength,
        durationSeconds: 15,
      },
    ],
  },
};
