/**
 * Stores the folded documents of several read models, and the checkpoints of those that had nothing to write. It stores
 * them together where the store can. Each write by itself costs a server several calls and a commit. Otherwise, and
 * when one of them is refused, it goes one by one, so that each has its own outcome.
 */
import { BrokenInvariant, isFault } from '../../../kernel/faults.ts';
import type { Position } from '../../../kernel/position.ts';
import type { DocumentStore, WritePart } from '../../../ports/document-store.ts';
import type { HeldReadModel } from './hold-read-model.ts';

export type ModelStoreDeps = {
  readonly documents: Pick<DocumentStore, 'writeAll'>;
  /** It has moved on; its checkpoint may still have to be saved. */
  readonly moved: (model: HeldReadModel) => void;
  /** Another process has taken it. */
  readonly lost: (model: HeldReadModel) => void;
  /** It cannot go on. */
  readonly broken: (model: HeldReadModel, error: Error) => void;
};

/** Throws the store's fault, after all of them were tried. */
export type ModelStore = (models: readonly HeldReadModel[], through: Position) => Promise<void>;

export const createModelStore = ({ documents, moved, lost, broken }: ModelStoreDeps): ModelStore => {
  const storeOne = async (model: HeldReadModel, through: Position): Promise<void> => {
    try {
      await model.store(through);
      moved(model);
    } catch (error) {
      if (isHopeless(error)) return broken(model, error);
      if (!isFault(error, 'conflict')) throw error;
      lost(model);
    }
  };

  return async (models, through) => {
    for (const model of models.filter(({ fold }) => fold.size() === 0)) {
      model.pass(through);
      moved(model);
    }
    const changed = models.filter(({ fold }) => fold.size() > 0);
    if (await isWrittenTogether(documents, changed, (model) => model.toStore(through))) {
      for (const model of changed) {
        model.stored(through);
        moved(model);
      }
      return;
    }
    const stored = await Promise.allSettled(changed.map(async (model) => storeOne(model, through)));
    for (const one of stored) if (one.status === 'rejected') throw one.reason;
  };
};

/** Throws the store's fault. */
export const saveCheckpoints = async (
  { documents, lost }: Pick<ModelStoreDeps, 'documents' | 'lost'>,
  models: readonly HeldReadModel[],
): Promise<void> => {
  const saveOne = async (model: HeldReadModel): Promise<void> => {
    try {
      await model.save();
    } catch (error) {
      if (!isFault(error, 'conflict')) throw error;
      lost(model);
    }
  };

  const behind = models
    .map((model) => ({ model, through: model.position(), parts: model.toSave() }))
    .filter(({ parts }) => parts.length > 0);
  if (await isWrittenTogether(documents, behind, ({ parts }) => parts)) {
    for (const { model, through } of behind) model.saved(through);
    return;
  }
  await Promise.all(behind.map(async ({ model }) => saveOne(model)));
};

/** False when they have to be written one by one. */
const isWrittenTogether = async <T>(
  { writeAll }: ModelStoreDeps['documents'],
  models: readonly T[],
  partsOf: (model: T) => readonly WritePart[],
): Promise<boolean> => {
  if (writeAll === undefined || models.length < 2) return false;
  try {
    await writeAll(models.flatMap(partsOf));
    return true;
  } catch (error) {
    if (isHopeless(error) || isFault(error, 'conflict')) return false;
    throw error;
  }
};

/** A retry would fail again: a bug of the projection, or a document that no store takes. */
export const isHopeless = (error: unknown): error is Error =>
  error instanceof BrokenInvariant ||
  error instanceof TypeError ||
  isFault(error, 'too_large') ||
  isFault(error, 'corrupt');
