/** Keeps samples under a ceiling by turning down around a peak, early enough to be heard as no distortion. */

const AHEAD_SECONDS = 0.005;

export type Limiter = {
  /** How many frames later a frame comes out; as many are pushed at the end to get all out. */
  readonly delayFrames: number;
  /** Takes one frame and gives an earlier one into the same array. */
  push(frame: Float32Array): void;
};

/**
 * The gain that a frame needs is held for the whole look-ahead, and then averaged over it. Every value of the average
 * is one that the frame at its end allows, so no frame exceeds the ceiling.
 */
export const createLimiter = (rate: number, channels: number, ceiling: number): Limiter => {
  const ahead = Math.max(1, Math.round(rate * AHEAD_SECONDS));
  const delayed = new Float32Array(ahead * channels);
  /** The least gains of the look-ahead, with their times: a queue that rises from its head. */
  const least: { readonly at: number; readonly gain: number }[] = [];
  let head = 0;
  const held = new Float64Array(ahead).fill(1);
  let sum = ahead;
  let now = 0;

  const needed = (frame: Float32Array): number => {
    let peak = 0;
    for (const sample of frame) peak = Math.max(peak, Math.abs(sample));
    return peak > ceiling ? ceiling / peak : 1;
  };

  const leastOf = (gain: number): number => {
    while (least.length > head && (least.at(-1)?.gain ?? 0) >= gain) least.pop();
    least.push({ at: now, gain });
    if ((least[head]?.at ?? now) <= now - ahead - 1) head += 1;
    if (head > ahead) head -= least.splice(0, head).length;
    return least[head]?.gain ?? gain;
  };

  return {
    delayFrames: ahead,
    push: (frame) => {
      const slot = now % ahead;
      const gain = leastOf(needed(frame));
      sum += gain - (held[slot] ?? 1);
      held[slot] = gain;
      for (let channel = 0; channel < channels; channel += 1) {
        const place = slot * channels + channel;
        const out = (delayed[place] ?? 0) * Math.min(1, sum / ahead);
        delayed[place] = frame[channel] ?? 0;
        frame[channel] = out;
      }
      now += 1;
    },
  };
};
