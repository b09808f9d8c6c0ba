/** Places of the scenario that a crash can be counted from. */

export type Armed = { __arm?: () => void; __disarm?: () => void; __mark?: (name: Place) => void };

/** `engine`: a call has its picture; `told`: the client was answered with a job. */
export type Place = 'engine' | 'told';

/** The scenario is there now; nothing comes of it where no preload counts. */
export const mark = (place: Place): void => (globalThis as Armed).__mark?.(place);
