/** The latest written position of each owner, as far as this process knows. */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { limits } from '../../kernel/limits.ts';
import { laterOf, type Position, START } from '../../kernel/position.ts';

export type LatestPositions = {
  note(key: string, position: Position): void;
  /** At or past every position that was noted under this key. */
  of(key: string): Position;
};

/** Bounded: all forgotten owners share the latest position among them, later than needed, never too early. */
export const createLatestPositions = (): LatestPositions => {
  let floor: Position = START;
  const positions = createBoundedMap<string, Position>(limits.lastAppendedMax, (_key, position) => {
    floor = laterOf(floor, position);
  });
  const of = (key: string): Position => positions.get(key) ?? floor;
  return Object.freeze({
    of,
    note: (key: string, position: Position) => positions.set(key, laterOf(of(key), position)),
  });
};
