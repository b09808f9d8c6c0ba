/** Requests that no try can fulfil: fault `rejected`, before anything is begun. */
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { charactersIn } from '../../kernel/text.ts';
import type { AssemblyRequest, Caption, ClipRequest, ReportRequest } from '../../ports/engine.ts';

export const checkClip = (request: ClipRequest): void => {
  const { durationMs, startFrame, captions, card } = request;
  checkSize(request);
  within('milliseconds of a scene', durationMs, limits.clipMsMin, limits.clipMsMax);
  within('bytes of a start frame', startFrame?.byteLength ?? 0, 0, limits.imageBytesMax);
  checkCaptions(captions, limits.captionsPerClipMax);
  within('characters of the title of a card', charactersIn(card?.title ?? ''), 0, limits.cardTitleCharsMax);
  within('lines of a card', card?.lines.length ?? 0, 0, limits.cardLinesMax);
  for (const line of card?.lines ?? [])
    within('characters of a line of a card', charactersIn(line), 0, limits.cardLineCharsMax);
};

export const checkAssembly = (request: AssemblyRequest): void => {
  checkSize(request);
  within('clips of a film', request.clips.length, 1, limits.clipsPerFilmMax);
  within('characters of the title of a film', charactersIn(request.title), 0, limits.assemblyTitleCharsMax);
  checkCaptions(request.captions, limits.captionsPerFilmMax);
};

export const checkReport = (request: ReportRequest): void => {
  checkSize(request);
  within('milliseconds of a film', request.durationMs, limits.clipMsMin, limits.filmMsMax);
  within('scenes of a film', request.sceneStartsMs.length, 0, limits.clipsPerFilmMax);
  checkCaptions(request.captions, limits.captionsPerFilmMax);
};

const checkSize = ({ width, height }: { readonly width: number; readonly height: number }): void => {
  for (const side of [width, height]) {
    within('pixels of a side', side, limits.clipSideMin, limits.clipSideMax);
    if (side % 2 !== 0) throw new Fault('rejected', `the sides of a film are even: ${width} x ${height}`);
  }
};

const checkCaptions = (captions: readonly Caption[], countMax: number): void => {
  within('captions', captions.length, 0, countMax);
  for (const { text, startMs, endMs } of captions) {
    within('characters of a caption', charactersIn(text), 0, limits.burntCaptionCharsMax);
    // A voice may go on after the end of a film, and its captions with it.
    if (!(startMs >= 0 && startMs < endMs && endMs <= limits.speechMsMax)) {
      throw new Fault('rejected', `a caption ends after it begins: ${startMs} to ${endMs} ms`);
    }
  }
};

/** Whole numbers only. */
const within = (thing: string, value: number, least: number, most: number): void => {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new Fault('rejected', `${thing}: ${value} is not a whole number from ${least} to ${most}`);
};
