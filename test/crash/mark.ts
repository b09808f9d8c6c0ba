/** Places of the scenario that a crash can be counted from. */

export type Armed = { __arm?: () => void; __disarm?: () => void; __mark?: (name: Place) => void };

/**
 * `engine`: a call has its picture; `media`: a call has its scene, film or sound; `received`: a webhook has its
 * delivery; `told`: the client has an answer.
 */
export type Place = 'engine' | 'media' | 'received' | 'told';

/** The scenario is there now; nothing comes of it where no preload counts. */
export const mark = (place: Place): void => (globalThis as Armed).__mark?.(place);
