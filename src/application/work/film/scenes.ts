/** The scenes of a film: five seconds each, the last one trimmed to the length of the film. */
import { limits } from '../../../kernel/limits.ts';

/** A part of a film, from its beginning in milliseconds. */
export type Span = { readonly startMs: number; readonly durationMs: number };

/** `seconds` is over 0, and may be a fraction. A scene count takes its place: each scene is then whole. A rest
 * that is too short to show is made a little longer. */
export const scenesOf = (seconds: number, sceneCount?: number): readonly Span[] => {
  const lengthMs = sceneCount === undefined ? Math.round(seconds * 1_000) : sceneCount * limits.sceneMs;
  return Array.from({ length: Math.ceil(lengthMs / limits.sceneMs) }, (_, index) => {
    const startMs = index * limits.sceneMs;
    return { startMs, durationMs: Math.min(limits.sceneMs, Math.max(limits.sceneMsMin, lengthMs - startMs)) };
  });
};

export const lengthOf = (scenes: readonly Span[]): number => {
  const last = scenes.at(-1);
  return last === undefined ? 0 : last.startMs + last.durationMs;
};
