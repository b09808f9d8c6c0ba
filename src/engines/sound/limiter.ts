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
  /** The least gains of the look-ahead, with their times: a ring of a queue that rises from its head. */
  const leastGains = new Float64Array(ahead + 2);
  const leastTimes = new Float64Array(ahead + 2);
  let [head, waiting] = [0, 0];
  const held = new Float64Array(ahead).fill(1);
  let sum = ahead;
  let now = 0;

  const needed = (frame: Float32Array): number => {
    let peak = 0;
    for (let channel = 0; channel < channels; channel += 1) peak = Math.max(peak, Math.abs(frame[channel] ?? 0));
    return peak > ceiling ? ceiling / peak : 1;
  };

  const leastOf = (gain: number): number => {
    const places = leastGains.length;
    while (waiting > 0 && (leastGains[(head + waiting - 1) % places] ?? 0) >= gain) waiting -= 1;
    const end = (head + waiting) % places;
    leastGains[end] = gain;
    leastTimes[end] = now;
    waiting += 1;
    if ((leastTimes[head] ?? now) <= now - ahead - 1) {
      head = (head + 1) % places;
      waiting -= 1;
    }
    return leastGains[head] ?? gain;
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
