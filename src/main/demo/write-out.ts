/** Writes the results: the contact sheet, the page, the pictures, the statement and the audit. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Audit, Check } from './record/checks.ts';
import { contactSheet, type SheetFrame } from './contact-sheet.ts';
import { pageOf } from './page/page.ts';
import { type AttemptResult, type FrameResult, frameResults, type Run } from './record/run.ts';
import { scoreOf } from './record/score.ts';
import { statementOf, statementText } from './record/statement.ts';

const FILES = ['contact-sheet.png', 'storyboard.html', 'statement.txt', 'statement.json', 'audit.json'] as const;

const FILM_FILE = 'film.mp4';

type Content = Readonly<Record<(typeof FILES)[number], string | Uint8Array>>;

/** The names of the written files, relative to `folder`. */
export const writeOut = async (
  folder: string,
  run: Run,
  checks: readonly Check[],
  audit: Audit,
): Promise<readonly string[]> => {
  const frames = frameResults(run);
  const statement = statementOf(run);
  const content: Content = {
    'contact-sheet.png': await sheetOf(run, frames),
    'storyboard.html': await pageOf(run, checks, audit),
    'statement.txt': statementText(statement),
    'statement.json': json(statement),
    'audit.json': json({ ok: audit.ok, exitCode: audit.exitCode, ...audit.report, checks }),
  };
  await mkdir(folder, { recursive: true });
  for (const name of FILES) await writeFile(join(folder, name), content[name]);
  await writePictures(join(folder, 'frames'), run, frames);
  const film = await writeFilm(join(folder, FILM_FILE), run);
  return [...FILES, ...film, 'frames/'];
};

/** A film of an earlier run goes. */
const writeFilm = async (path: string, { film }: Run): Promise<readonly string[]> => {
  const file = film?.file ?? null;
  if (file === null) await rm(path, { force: true });
  else await writeFile(path, file.bytes);
  return file === null ? [] : [FILM_FILE];
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const sheetOf = async ({ board, plan, jobs, pictures }: Run, frames: readonly FrameResult[]): Promise<Uint8Array> => {
  const charged = jobs.reduce((sum, { job }) => sum + job.chargedCredits, 0);
  const accepted = frames.filter(({ status }) => status === 'accepted').length;
  return contactSheet(
    frames.map((frame): SheetFrame => {
      const { asset, evidence, attempts, chargedCredits } = frame;
      return {
        label: frame.board.label,
        heading: frame.board.heading,
        picture: pictures.get(asset?.hash ?? '')?.bytes ?? null,
        score: evidence === null ? null : scoreOf(evidence),
        costCredits: chargedCredits,
        attempts: attempts.map((attempt) => (isAccepted(attempt, asset) ? 'accepted' : 'rejected')),
      };
    }),
    {
      title: board.title,
      left: board.byline,
      right: `${accepted} of ${frames.length} frames accepted · ${charged} of ${plan.plan.creditCeiling} credits`,
    },
  );
};

const isAccepted = (attempt: AttemptResult, accepted: FrameResult['asset']): boolean =>
  attempt.asset !== null && attempt.asset.hash === accepted?.hash;

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };
const OURS = /^\d{3}\.(?:png|jpg|webp)$/;

/** As they came, byte by byte: their hashes are the certificate's. Those of an earlier run go. */
const writePictures = async (folder: string, { pictures }: Run, frames: readonly FrameResult[]): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (OURS.test(name)) await rm(join(folder, name));
  for (const [index, { asset }] of frames.entries()) {
    const picture = asset === null ? undefined : pictures.get(asset.hash);
    if (asset === null || picture === undefined) continue;
    const name = `${String(index + 1).padStart(3, '0')}.${EXTENSIONS[asset.contentType] ?? 'bin'}`;
    await writeFile(join(folder, name), picture.bytes);
  }
};
