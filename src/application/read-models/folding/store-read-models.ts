/**
 * Stores the folded documents of several read models, and the checkpoints of those that had nothing to write. It stores
 * them together: each write by itself costs a server several calls and a commit. When one of them is refused it goes
 * one by one, so that each has its own outcome.
 */
import { BrokenInvariant, isFault } from '../../../kernel/faults.ts';
import { Unfoldable } from '../../../kernel/unfoldable.ts';
import type { Position } from '../../../kernel/position.ts';
import type { DocumentStore, DocumentWrite } from '../../../ports/document-store.ts';
import type { HeldReadModel } from './hold-read-model.ts';

export type ModelStoreDeps = {
  readonly documents: Pick<DocumentStore, 'write'>;
  /** It has moved on; its checkpoint may still have to be saved. */
  readonly moved: (model: HeldReadModel) => void;
  /** Another process has taken it. */
  readonly lost: (model: HeldReadModel) => void;
  /** It cannot go on. */
  readonly broken: (model: HeldReadModel, error: Error) => void;
};

/** Throws the store's fault, after all of them were tried. */
export type ModelStore = (models: readonly HeldReadModel[], through: Position) => Promise<void>;

export const createModelStore =
  (deps: ModelStoreDeps): ModelStore =>
  async (models, through) => {
    for (const model of models.filter(({ fold }) => fold.size() === 0)) {
      model.pass(through);
      deps.moved(model);
    }
    const changed = models.filter(({ fold }) => fold.size() > 0);
    const parts = changed.map((model): Part => ({
      model,
      writes: model.fold.writes(),
      through,
      written: () => {
        model.stored(through);
        deps.moved(model);
      },
    }));
    await writeTogether(deps, parts);
  };

/** Throws the store's fault. */
export const saveCheckpoints = async (
  { documents, lost }: Pick<ModelStoreDeps, 'documents' | 'lost'>,
  models: readonly HeldReadModel[],
): Promise<void> => {
  const parts = models.flatMap((model): readonly Part[] => {
    const through = model.position();
    return model.isBehind() ? [{ model, writes: [], through, written: () => model.saved(through) }] : [];
  });
  const broken = (_: HeldReadModel, error: Error): never => {
    throw error;
  };
  await writeTogether({ documents, lost, broken }, parts);
};

/** The part of one read model in a write. */
type Part = {
  readonly model: HeldReadModel;
  readonly writes: readonly DocumentWrite[];
  readonly through: Position;
  readonly written: () => void;
};

const writeTogether = async (deps: Omit<ModelStoreDeps, 'moved'>, parts: readonly Part[]): Promise<void> => {
  const [first] = parts;
  if (first === undefined) return;
  try {
    const writes = parts.flatMap((part) => part.writes);
    await deps.documents.write(writes, ...parts.flatMap(({ model, through }) => model.checkpointsAt(through)));
  } catch (error) {
    const isTaken = isFault(error, 'conflict');
    if (!isTaken && !isHopeless(error)) throw error;
    if (parts.length > 1) return writeApart(deps, parts);
    return isTaken ? deps.lost(first.model) : deps.broken(first.model, error);
  }
  for (const { written } of parts) written();
  return undefined;
};

/** One of them was refused: each has its own outcome. */
const writeApart = async (deps: Omit<ModelStoreDeps, 'moved'>, parts: readonly Part[]): Promise<void> => {
  const tried = await Promise.allSettled(parts.map(async (part) => writeTogether(deps, [part])));
  for (const one of tried) if (one.status === 'rejected') throw one.reason;
};

/** A retry would fail again: a bug of the projection, or a document that no store takes. */
export const isHopeless = (error: unknown): error is Error =>
  error instanceof Unfoldable ||
  error instanceof BrokenInvariant ||
  error instanceof TypeError ||
  isFault(error, 'too_large') ||
  isFault(error, 'corrupt');
