/** The film of the fake service: three scenes for fifteen credits, made at once. */
import { createHash } from 'node:crypto';
import { AT } from './fake-service-shapes.ts';

export const FILM_JOB = 'job_3';
export const FILM_CREDITS = 15;
export const FILM_URL = '/objects/film.mp4';
export const FILM_BYTES = Buffer.from('a film');

const capability = (kind: string) => ({
  id: `${kind}.service_video`,
  kind,
  provider: 'service_video',
  operations: ['video_create'],
  configured: true,
  available: true,
  limitations: [],
  priceCredits: null,
});

export const filmCapabilities = ['clip', 'assembly'].map(capability);

const job = {
  id: FILM_JOB,
  kind: 'video',
  operation: 'video_create',
  requiredCredits: FILM_CREDITS,
  createdAt: AT,
};

export const filmAccepted = { ok: true, accepted: true, job: { ...job, status: 'queued' } };

export const filmRead = {
  ok: true,
  job: {
    ...job,
    status: 'completed',
    progress: { done: 5, total: 5 },
    error: null,
    updatedAt: AT,
    heldCredits: 0,
    chargedCredits: FILM_CREDITS,
  },
  result: {
    assets: [
      {
        id: 'ast_film',
        type: 'video',
        url: FILM_URL,
        expiresAt: AT,
        hash: `sha256:${createHash('sha256').update(FILM_BYTES).digest('hex')}`,
        contentType: 'video/mp4',
        sizeBytes: FILM_BYTES.byteLength,
        durationSeconds: 15,
      },
    ],
  },
};
