/** When each word of a spoken piece is heard. Pure. */

export type Span = { readonly from: number; readonly to: number };

export type Heard = {
  /** Where in the text something begins to be said, in code points from 0. */
  readonly place: number;
  /** In samples. */
  readonly at: number;
};

/** Quieter samples are a pause: 1/200 of the full scale. */
const PAUSE = 0.005;

/**
 * One span of samples for each word, in order, none over another. `begins`: the place of each word in the text. A word
 * of which nothing was told gets its share of the time between its neighbours.
 */
export const wordSpans = (
  begins: readonly number[],
  length: number,
  heard: readonly Heard[],
  samples: Float32Array,
): readonly Span[] => {
  const starts = startsOf(begins, length, heard, samples.length);
  return starts.map((from, n) => withoutPauses({ from, to: starts[n + 1] ?? samples.length }, samples));
};

const startsOf = (begins: readonly number[], length: number, heard: readonly Heard[], end: number): number[] => {
  const told: (number | undefined)[] = begins.map((begin, n) => {
    const next = begins[n + 1] ?? length;
    return heard.find(({ place }) => place >= begin && place < next)?.at;
  });
  // The first word begins with the sound, and times never go back.
  let [place, at] = [begins[0] ?? 0, 0];
  return begins.map((begin, n) => {
    const own = n === 0 ? 0 : told[n];
    if (own !== undefined && own >= at) [place, at] = [begin, own];
    else {
      const [nextPlace, nextAt] = nextTold(begins, told, n, at) ?? [length, end];
      const share = (begin - place) / Math.max(1, nextPlace - place);
      [place, at] = [begin, Math.round(at + (nextAt - at) * Math.min(1, share))];
    }
    return at;
  });
};

const nextTold = (
  begins: readonly number[],
  told: readonly (number | undefined)[],
  after: number,
  at: number,
): readonly [place: number, at: number] | undefined => {
  for (let n = after + 1; n < begins.length; n += 1) {
    const [place, own] = [begins[n], told[n]];
    if (place !== undefined && own !== undefined && own > at) return [place, own];
  }
  return undefined;
};

/** A span that is silent as a whole stays as it is. */
const withoutPauses = ({ from, to }: Span, samples: Float32Array): Span => {
  let [first, last] = [from, to];
  while (first < last && Math.abs(samples[first] ?? 0) < PAUSE) first += 1;
  while (last > first && Math.abs(samples[last - 1] ?? 0) < PAUSE) last -= 1;
  return first === last ? { from, to } : { from: first, to: last };
};
