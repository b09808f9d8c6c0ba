/** The part of a film's content that the answer to its request tells. */
export type Told = {
  /** Drawn at random where the caller named none; absent from films of earlier versions. */
  readonly seed?: number;
  /** The parts that the film will lack; absent for none. */
  readonly limitations?: readonly string[];
};
