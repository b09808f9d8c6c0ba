/** One scene in a child process: a still, a camera that moves over it, captions and a closing card. */
import { readFile } from 'node:fs/promises';
import { filmLimits } from '../../../kernel/limits/films.ts';
import { frameCount, FRAMES_PER_SECOND, type Size, stillSizeOf } from '../plan/geometry.ts';
import type { ClipTask } from '../plan/tasks.ts';
import type { FilmTools } from '../tools/film-tools.ts';
import { captionDrawing, cardDrawing, groundDrawing } from '../text/drawings.ts';
import { cameraOf, viewAt } from './camera.ts';
import { lay, type Overlay, overlayOf } from './overlay.ts';
import { planesOf } from './planes.ts';
import { drawn, drawnOver, pictureOf } from './raster.ts';
import { resample } from './resample.ts';

/**
 * The closing card is there for the last half of a short scene. In a longer one it is there for this long. A rest of a
 * film goes on with the card of the scene before it.
 */
const CARD_MS = 3_000;
const CARD_FADE_MS = 400;

type Shown = { readonly overlay: Overlay; readonly strengthAt: (ms: number) => number };

const captionsOf = async ({ captions, ...size }: ClipTask): Promise<readonly Shown[]> => {
  const shown: Shown[] = [];
  for (const { text, startMs, endMs } of captions) {
    const drawing = captionDrawing(text, size);
    if (drawing === null) continue;
    const { box, content } = drawing;
    const overlay = overlayOf(await drawnOver(box, content), box);
    shown.push({ overlay, strengthAt: (ms) => (ms >= startMs && ms < endMs ? 1 : 0) });
  }
  return shown;
};

const cardOf = async ({ card, durationMs, width, height }: ClipTask): Promise<readonly Shown[]> => {
  if (card === null) return [];
  const content = cardDrawing(card.title, card.lines, { width, height });
  const overlay = overlayOf(await drawnOver({ width, height }, content), { left: 0, top: 0, width, height });
  const isRest = durationMs < filmLimits.sentenceMsMin;
  const startMs = isRest ? -CARD_FADE_MS : durationMs - Math.min(CARD_MS, durationMs / 2);
  return [{ overlay, strengthAt: (ms) => Math.min(1, Math.max(0, (ms - startMs) / CARD_FADE_MS)) }];
};

const stillOf = async (task: ClipTask, size: Size): Promise<Uint8Array> =>
  task.still === null
    ? drawn(size, groundDrawing(task.words, task.seed, size))
    : pictureOf(await readFile(task.still), size);

/** Writes the clip into the file `output`, and answers the number of its frames. */
export const makeClip = async (tools: FilmTools, task: ClipTask, output: string): Promise<number> => {
  const size = stillSizeOf(task);
  const still = planesOf(await stillOf(task, size), size.width, size.height);
  // Captions stay readable over the card.
  const overlays = [...(await cardOf(task)), ...(await captionsOf(task))];
  const camera = cameraOf(task.seed, task.durationMs);
  const frames = frameCount(task.durationMs);
  const file = await tools.createVideoFile(output, task);
  for (let at = 0; at < frames; at += 1) {
    await file.add((frame) => {
      resample(still, viewAt(camera, frames === 1 ? 0 : at / (frames - 1)), frame);
      const ms = (at * 1_000) / FRAMES_PER_SECOND;
      for (const { overlay, strengthAt } of overlays) {
        const strength = strengthAt(ms);
        if (strength > 0) lay(overlay, frame, strength);
      }
    });
  }
  await file.close();
  return frames;
};
