/** The points of a commerce video, in their order: what it says of the product, and the picture to each. Pure. */
import { firstCharacters } from '../../../kernel/text.ts';
import { limits } from '../../../kernel/limits.ts';
import { sentencesOf } from '../film/split-prompt.ts';
import { languageOf } from '../speech/language-of.ts';
import { spokenMs } from '../speech/spoken.ts';
import { phrasesIn, writtenLanguage } from './phrases.ts';
import type { CommerceInput, Product, VideoKind } from './request.ts';

export type Point = {
  readonly prompt: string;
  readonly line: string;
  /** The words of the caller that the line says, as a limitation names them; null for a line without any. */
  readonly asked: string | null;
};

export type Points = {
  readonly points: readonly Point[];
  /** To the objections; said to their end, or not at all. */
  readonly answers: readonly Point[];
  /** Left out first, where the video is too short for all: its closing card says the same. */
  readonly closing: Point;
};

export const pointsOf = (input: CommerceInput, kind: VideoKind, locale: string): Points => {
  const { trigger, product, customer = {}, objections = [], crossSellProducts = [] } = input;
  const language = writtenLanguage(locale);
  const say = phrasesIn(language);
  const { title } = product;
  const name = customer.firstName?.trim() ?? '';
  const prompt = promptOf(product);
  const closing: Point = { prompt, line: say.closing(title), asked: null };
  if (kind === 'cross_sell') {
    const offers = crossSellProducts.map((one): Point => {
      return { prompt: promptOf(one), line: say.goesWith(one.title), asked: one.title };
    });
    return { points: [{ prompt, line: say.thanks(title, name), asked: null }, ...offers], answers: [], closing };
  }
  const opening = trigger === 'abandoned_cart' ? say.stillThinking(title, name) : say.aQuestion(title, name);
  const raised = objections.map((objection): Point => {
    return { prompt: `${prompt} ${objection}`, line: say.youAsked(objection), asked: objection };
  });
  // All that is known of the product is its description.
  const answers = raised.length === 0 ? [] : answerOf(product, language);
  return { points: [{ prompt, line: opening, asked: null }, ...raised], answers, closing };
};

/** The first sentence of the description, where it is in the language of the video and fits a scene. */
const answerOf = (product: Product, language: string): readonly Point[] => {
  const { description = '' } = product;
  const [line = ''] = sentencesOf(description);
  const isSaid = line !== '' && spokenMs(line) <= limits.sceneMs && (languageOf(description) ?? language) === language;
  return isSaid ? [{ prompt: promptOf(product), line, asked: null }] : [];
};

const promptOf = ({ title, description }: Product): string =>
  firstCharacters(description === undefined ? `${title}.` : `${title}. ${description}`, PROMPT_CHARS);

/** A frame holds no more. */
const PROMPT_CHARS = 1_000;
