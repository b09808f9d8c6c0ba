/** The engine that needs no key: draws storyboard panels from prompts. */
import { contentHash, sha256 } from '../../kernel/canonical-json.ts';
import { Fault } from '../../kernel/faults.ts';
import type { Gate } from '../../kernel/gate.ts';
import type { Done, Engine, ImageRequest, Scratch } from '../../ports/engine.ts';
import { coverageOf } from './coverage.ts';
import { serviceImages } from './description.ts';
import { type Intent, intentOf } from './drawing/intent.ts';
import { exposureOf } from './light-meter.ts';
import { paletteOf } from './drawing/palette.ts';
import { panel } from './panel.ts';
import { randomFrom } from '../prompt/random.ts';
import { develop, readReference } from './raster.ts';

const SIDE_MIN = 16;
const SIDE_MAX = 4_096;
/** 3840 x 2160: drawing takes time by the pixel. */
const PIXELS_MAX = 8_294_400;

/** How closely a reference's colours are kept without being told to: a free hand, freer on some seeds. */
const ADHERENCE: readonly [number, number] = [0.45, 0.95];

const check = ({ width, height }: ImageRequest): void => {
  const fits = (side: number): boolean => Number.isInteger(side) && side >= SIDE_MIN && side <= SIDE_MAX;
  if (!fits(width) || !fits(height) || width * height > PIXELS_MAX) {
    throw new Fault(
      'rejected',
      `panels are drawn from ${String(SIDE_MIN)} to ${String(SIDE_MAX)} pixels a side, ${String(PIXELS_MAX)} in all`,
      { detail: { width, height } },
    );
  }
};

/** All accidents follow from this: the prompt (corrections apart), the seed and the references; not the size. */
const keyOf = (intent: Intent, request: ImageRequest): string =>
  contentHash({
    essence: intent.essence,
    seed: request.seed,
    references: request.references.map(sha256),
    vary: intent.corrections.has('vary'),
  });

export const createServiceImages = ({ gate }: { readonly gate: Gate }) => {
  const draw = async (request: ImageRequest): Promise<Uint8Array> => {
    const intent = intentOf(request);
    const key = keyOf(intent, request);
    const [first] = request.references;
    const reference = first === undefined ? null : await readReference(first);
    const random = randomFrom(key, 'colour');
    const adherence = intent.corrections.has('match') ? 1 : random.between(...ADHERENCE);
    const palette = paletteOf(intent, random, reference?.swatches ?? [], adherence);
    const exposure = exposureOf(intent, randomFrom(key, 'exposure'));
    const size = { width: request.width, height: request.height };
    const svg = panel(intent, palette, size, key, exposure.grain);
    return develop(svg, { size, exposure, reference, adherence });
  };

  const perform = async (_key: string, request: ImageRequest, _: Scratch, signal: AbortSignal): Promise<Done> => {
    check(request);
    const content = await gate.run(() => draw(request), signal);
    const coverage = coverageOf(request.prompt, intentOf(request));
    const { width, height } = request;
    return { kind: 'done', output: { contentType: 'image/jpeg', content, width, height, coverage } };
  };

  return Object.freeze({ ...serviceImages, perform } satisfies Engine);
};
