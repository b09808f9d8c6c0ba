/**
 * Bytes of request bodies that one process holds, of each user and in all. Past a bound one late body gives way: of the
 * user with the most bytes, the one that has been arriving for longest. All others are read on.
 */
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';

export type BodyPlace = {
  /** More of the body has arrived. May cut this body, or another one. */
  readonly add: (bytes: number) => void;
  /** The body is whole: from here on it is not cut. Its bytes count until `leave`. */
  readonly arrived: () => void;
  readonly leave: () => void;
};

export type BodyBudget = {
  /** `cut` is called at most once, and never after `arrived` or `leave`. */
  readonly enter: (userKey: string, cut: () => void) => BodyPlace;
};

type Arriving = { readonly cut: () => void };
/** `arriving`: in the order of their beginning. */
type Share = { bytes: number; places: number; readonly arriving: Set<Arriving> };

export type BodyBounds = {
  /** Bytes of all bodies. */
  readonly bytesMax: number;
  /** Bytes of the bodies of one user. */
  readonly bytesPerUserMax: number;
};

const BOUNDS: BodyBounds = {
  bytesMax: limits.bodiesHeldBytesMax,
  bytesPerUserMax: limits.bodiesHeldPerUserBytesMax,
};

export const createBodyBudget = ({ bytesMax, bytesPerUserMax }: BodyBounds = BOUNDS): BodyBudget => {
  const shares = new Map<string, Share>();
  let held = 0;

  const shareOf = (userKey: string): Share => {
    const share = shares.get(userKey) ?? { bytes: 0, places: 0, arriving: new Set<Arriving>() };
    shares.set(userKey, share);
    return share;
  };

  /** Always called with a body that arrives, so there is one to cut. */
  const heaviest = (): Share => {
    const cuttable = [...shares.values()].filter(({ arriving }) => arriving.size > 0);
    return cuttable.reduce((most, share) => (share.bytes > most.bytes ? share : most));
  };

  const cutLatest = ({ arriving }: Share): void => {
    const [first] = arriving;
    assert(first !== undefined, 'a body arrives');
    arriving.delete(first);
    first.cut();
  };

  return Object.freeze({
    enter: (userKey: string, cut: () => void) => {
      const share = shareOf(userKey);
      const arriving: Arriving = { cut };
      share.places += 1;
      share.arriving.add(arriving);
      let mine = 0;
      return {
        add: (bytes: number) => {
          // One that was cut counts no more, whatever still comes of it.
          if (!share.arriving.has(arriving)) return;
          mine += bytes;
          share.bytes += bytes;
          held += bytes;
          if (share.bytes > bytesPerUserMax) cutLatest(share);
          else if (held > bytesMax) cutLatest(heaviest());
        },
        arrived: () => share.arriving.delete(arriving),
        leave: () => {
          share.arriving.delete(arriving);
          share.bytes -= mine;
          held -= mine;
          mine = 0;
          share.places -= 1;
          if (share.places === 0) shares.delete(userKey);
        },
      };
    },
  });
};
