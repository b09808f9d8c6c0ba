/** The request to the painter for a scene without a picture. */
import type { ClipRequest, ImageRequest } from '../../../ports/engine.ts';
import { stillSizeOf } from './geometry.ts';

/** The painter's accidents blur some drawings. No scorer looks at a scene, so the words against that come first. */
const SHARP = 'crisp detail';
const SOFT = /\b(soft|blur|gauzy|defocus|out of focus|shallow focus)/i;

export const stillWishOf = (request: ClipRequest): ImageRequest => {
  const { prompt, negativePrompt, styleNotes, seed } = request;
  const isSoft = SOFT.test(`${prompt} ${styleNotes ?? ''}`);
  const notes = [styleNotes, isSoft ? null : SHARP].filter((note) => note !== null);
  const style = notes.length === 0 ? null : notes.join('. ');
  return { makes: 'image', prompt, negativePrompt, styleNotes: style, seed, references: [], ...stillSizeOf(request) };
};
