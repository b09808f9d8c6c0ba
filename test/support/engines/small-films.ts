/**
 * The engine of films with frames of an eighth of the asked sides. Its films have every scene, sound and caption at its
 * time, and take a tenth of the work. Its answers claim the asked sides.
 */
import type { VideoRequest } from '../../../src/engines/service-video/description.ts';
import type { Engine } from '../../../src/ports/engine.ts';

const SMALLER = 8;

/** Even, as encoders need it. */
export const smallSide = (pixels: number): number => 2 * Math.round(pixels / SMALLER / 2);

export const smallFilms = (engine: Engine<VideoRequest>): Engine<VideoRequest> => ({
  ...engine,
  perform: async (key, request, ...rest) => {
    const { width, height } = request;
    const small = { ...request, width: smallSide(width), height: smallSide(height) };
    const answer = await engine.perform(key, small, ...rest);
    if (answer.kind !== 'done' || request.makes === 'report') return answer;
    return { ...answer, output: { ...answer.output, width, height } };
  },
});
