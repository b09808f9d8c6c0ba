/**
 * The collections of all read models and the positions of their shards, from the store. One query for all of them runs
 * many times a second, in every process that reads or writes them. The collections are queried every
 * `limits.readModelDirectoryPollMs` only: the old one of a rebuilt read model stays for longer.
 */
import { limits } from '../../../kernel/limits.ts';
import { type Position, START } from '../../../kernel/position.ts';
import { definitionOf, type Projection } from '../../../kernel/projection.ts';
import type { Checkpoint, DocumentStore } from '../../../ports/document-store.ts';
import { checkpointsIn, type Placement } from './read-model-directory.ts';

export type Seen = {
  readonly projection: Projection;
  readonly placement: Placement;
  /** Whether the placement was asked for just now. */
  readonly isFresh: boolean;
  /** Of all shards of the current collection, in their order. */
  readonly checkpoints: readonly (Checkpoint | undefined)[];
};

type Look = {
  /** `sinceMs`: how long ago the last look was. A collection that is seen for the first time is declared. */
  look(sinceMs: number): Promise<readonly Seen[]>;
  /** The next look is to ask where the read models are. */
  doubt(): void;
};

/** `find` asks the directory for all of them. Both fault as the store does. */
export const createLook = (
  documents: Pick<DocumentStore, 'declare' | 'checkpoints'>,
  projections: readonly Projection[],
  find: (projections: readonly Projection[]) => Promise<readonly Placement[]>,
): Look => {
  const placements = new Map<Projection, Placement>();
  let ageMs = Infinity;

  const place = async (projection: Projection, placement: Placement): Promise<void> => {
    const { current } = placement;
    if (placements.get(projection)?.current !== current) await documents.declare(definitionOf(projection, current));
    placements.set(projection, placement);
  };

  const ask = async (): Promise<void> => {
    const found = (await find(projections)).values();
    await Promise.all(
      projections.map(async (projection) => {
        const { value } = found.next();
        if (value !== undefined) await place(projection, value);
      }),
    );
  };

  return Object.freeze({
    look: async (sinceMs: number) => {
      ageMs += sinceMs;
      const isFresh = ageMs >= limits.readModelDirectoryPollMs;
      if (isFresh) await ask();
      if (isFresh) ageMs = 0;
      const places = [...placements].map(([projection, placement]) => {
        const names = checkpointsIn(placement, placement.current);
        return { projection, placement, names };
      });
      const all = places.flatMap(({ names }) => names);
      const found = (await documents.checkpoints(all)).values();
      return places.map(({ projection, placement, names }) => {
        const checkpoints = names.map(() => found.next().value);
        return { projection, placement, isFresh, checkpoints };
      });
    },
    doubt: () => {
      ageMs = Infinity;
    },
  });
};

export const positionsIn = ({ checkpoints }: Pick<Seen, 'checkpoints'>): readonly Position[] =>
  checkpoints.map((checkpoint) => checkpoint?.position ?? START);

/**
 * How often a process looks how far others have come: often while readers ask, and once a second while none does. The
 * first reader that asks is not kept until the next look.
 */
type LookPace = {
  /** A reader asks how far a read model is. */
  readonly asked: () => void;
  /** The next look is due now. */
  readonly hurry: () => void;
  /** A look begins. */
  readonly began: () => void;
  /** How long until the next look. */
  readonly restMs: () => number;
  /** Ends the present rest. */
  readonly waking: () => AbortSignal;
};

/** `isAwaited`: whether a reader waits now. */
export const createLookPace = (isAwaited: () => boolean): LookPace => {
  let isAsked = false;
  let isResting = false;
  let waking = new AbortController();
  return Object.freeze({
    asked: () => {
      isAsked = true;
      if (isResting) waking.abort();
    },
    hurry: () => waking.abort(),
    began: () => {
      isResting = false;
      waking = new AbortController();
    },
    restMs: () => {
      isResting = !isAsked && !isAwaited();
      isAsked = false;
      return isResting ? limits.readModelDirectoryPollMs : limits.readModelPollMs;
    },
    waking: () => waking.signal,
  });
};
