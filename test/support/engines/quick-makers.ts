/**
 * An engine and a scorer that cost nothing and go by the words of a prompt. So a test decides by its storyboard the
 * fate of each frame. Their pictures are no pictures, only bytes that say what was asked for.
 */
import { contentHash, sha256 } from '../../../src/kernel/canonical-json.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import type { Makers } from '../../../src/main/core.ts';
import type { FrameScorer } from '../../../src/ports/frame-scorer.ts';
import type { Done, Engine, ImageRequest } from '../../../src/ports/engine.ts';

/** Fails at every attempt, until a person adds `MENDED` to its prompt. */
export const HOPELESS = 'HOPELESS';
/** Passes only when the corrections of a score are in the prompt: its third attempt. */
export const FAILS_ONCE = 'FAILS ONCE';
export const MENDED = 'MENDED';
/** Is refused by the engine, of pictures or of other media. */
export const REFUSED = 'REFUSED';

export type EngineCall = {
  readonly attemptKey: string;
  readonly prompt: string;
  readonly seed: number;
  /** sha256 of each picture that it is to stay close to. */
  readonly references: readonly string[];
  /** sha256 of what it gives. */
  readonly result: string;
};

export type QuickEngine = Partial<Omit<Engine<ImageRequest>, 'perform'>> & {
  /** Hears of each call before it is answered, may keep it waiting, and may fail it. */
  readonly onCall?: (call: EngineCall, signal: AbortSignal) => void | Promise<void>;
  /** Bytes of a picture besides the request. None unless stated: the same call, the same picture. */
  readonly whim?: () => string;
};

export const quickEngine = ({ onCall, whim = () => '', ...change }: QuickEngine = {}): Engine<ImageRequest> => ({
  name: 'service_images',
  version: 'quick',
  makes: ['image'],
  repeat: 'safe',
  // Real time, on a machine that may be busy: no test waits for it but those that state their own.
  deadlineMs: 60_000,
  inFlightMax: 16,
  limitations: ['pictures of nothing'],
  available: async () => Promise.resolve(true),
  perform: async (attemptKey, request, _, signal) => {
    const picture = drawn(request, whim());
    const { prompt, seed } = request;
    const references = request.references.map(sha256);
    await onCall?.({ attemptKey, prompt, seed, references, result: sha256(picture.output.content) }, signal);
    refuse(prompt);
    return picture;
  },
  ...change,
});

/** Fault `rejected` for words that an engine refuses. */
export const refuse = (words: string): void => {
  if (words.includes(REFUSED)) throw new Fault('rejected', 'this engine refuses such words');
};

export const drawn = (
  { prompt, seed, references, width, height }: ImageRequest,
  whim = '',
): Done & { readonly output: { readonly content: Uint8Array } } => {
  const content = Buffer.from(JSON.stringify({ prompt, seed, references: references.map(sha256), whim }));
  return { kind: 'done', output: { content, contentType: 'image/png', width, height } };
};

export const quickScorer: FrameScorer = {
  name: 'quick',
  version: '1',
  score: async ({ bytes }) => {
    await Promise.resolve();
    const { prompt, seed } = JSON.parse(Buffer.from(bytes).toString()) as { prompt: string; seed: number };
    const hopeless = prompt.includes(HOPELESS) && !prompt.includes(MENDED);
    const failsOnce = prompt.includes(FAILS_ONCE) && !prompt.includes('again');
    const fails = hopeless || failsOnce;
    return {
      scorer: 'quick',
      version: '1',
      verdict: fails ? 'fail' : 'pass',
      metrics: { charm: fails ? 0 : 1 },
      thresholds: { charm: { min: 1 } },
      failed: fails ? ['charm'] : [],
      corrections: fails ? ['again, with charm'] : [],
      perceptualHash: contentHash([prompt, seed]).slice(0, 16),
    };
  },
};

export const quickMakers = (...engines: readonly Engine[]): Makers => ({
  engines: new Map((engines.length > 0 ? engines : [quickEngine()]).map((engine) => [engine.name, engine])),
  scorer: quickScorer,
});
