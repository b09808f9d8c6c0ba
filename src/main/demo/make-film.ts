/** The film of the accepted frames: the last thing that the run asks for. */
import { hash } from 'node:crypto';
import { declared } from '../../http/contract/operations/registry.ts';
import type { JobRead } from './record/answers.ts';
import type { Board } from './record/board.ts';
import type { FilmRecord } from './record/run.ts';
import { BrokenPromise } from './api.ts';
import type { Conversation } from './conversation.ts';

const LOOK_EVERY_MS = 500;
/** One scene takes seconds; a film that shows nothing new for this long has been lost. */
const SILENCE_MS_MAX = 180_000;
/** Lines about progress: one for each tenth. */
const TENTHS = 10;

/** Null where this deployment makes no films. */
export const makeFilm = async (conversation: Conversation, { title }: Board): Promise<FilmRecord | null> => {
  const { api, projectId, report } = conversation;
  const able = await makersOf(conversation);
  if (!able.has('clip') || !able.has('assembly')) {
    report({ kind: 'no-film', reason: 'no engine of films is available here' });
    return null;
  }
  const { body } = await api.call(declared.createVideo, {
    headers: { 'idempotency-key': 'demo-film' },
    body: {
      projectId,
      title,
      prompt: title,
      include_voiceover: able.has('speech'),
      include_music: able.has('music'),
      confirm: true,
    },
  });
  const { id: jobId, requiredCredits: heldCredits } = body.job;
  report({ kind: 'film', jobId, heldCredits });
  const read = await untilEnded(conversation, jobId);
  const film = read.result?.assets.find(({ type }) => type === 'video');
  const { status, chargedCredits } = read.job;
  const seconds = film?.durationSeconds ?? 0;
  report({ kind: 'film-ended', jobId, status, seconds, chargedCredits });
  if (film === undefined) return { read, file: null };
  const bytes = await api.download(film.url);
  return { read, file: { hash: film.hash, seconds, bytes, actualHash: `sha256:${hash('sha256', bytes)}` } };
};

/** The kinds of media that an engine here can make now. */
const makersOf = async ({ api }: Conversation): Promise<ReadonlySet<string>> => {
  const { body } = await api.call(declared.getCapabilities);
  return new Set(body.capabilities.filter(({ available }) => available).map(({ kind }) => kind));
};

const untilEnded = async ({ api, report, clock, timers, signal }: Conversation, jobId: string): Promise<JobRead> => {
  let seen = '';
  let tenth = 0;
  let movedAt = clock.monotonic();
  for (;;) {
    const { body } = await api.call(declared.getJob, { parameters: { jobId } });
    const { status, updatedAt, progress } = body.job;
    if (status !== 'queued' && status !== 'running') return body;
    if (seen !== updatedAt) [seen, movedAt] = [updatedAt, clock.monotonic()];
    const reached = Math.floor((TENTHS * progress.done) / Math.max(1, progress.total));
    if (reached > tenth) report({ kind: 'film-progress', ...progress });
    tenth = Math.max(tenth, reached);
    if (clock.monotonic() - movedAt > SILENCE_MS_MAX) {
      throw new BrokenPromise(`the film ${jobId} has not moved for ${SILENCE_MS_MAX / 1_000} seconds`);
    }
    await timers.sleep(LOOK_EVERY_MS, signal);
  }
};
