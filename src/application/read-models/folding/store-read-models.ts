/**
 * Stores the folded documents of several read models. It stores them together where the store can. Each write by itself
 * costs a server several calls and a commit. Otherwise, and when one of them is refused, it goes one by one, so that
 * each has its own outcome.
 */
import { BrokenInvariant, isFault } from '../../../kernel/faults.ts';
import type { Position } from '../../../kernel/position.ts';
import type { DocumentStore } from '../../../ports/document-store.ts';
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

  /** False when it has to be tried one by one. */
  const storeTogether = async (models: readonly HeldReadModel[], through: Position): Promise<boolean> => {
    if (documents.writeAll === undefined || models.length < 2) return false;
    try {
      await documents.writeAll(models.flatMap((model) => model.toStore(through)));
    } catch (error) {
      if (isHopeless(error) || isFault(error, 'conflict')) return false;
      throw error;
    }
    for (const model of models) {
      model.stored(through);
      moved(model);
    }
    return true;
  };

  return async (models, through) => {
    for (const model of models.filter(({ fold }) => fold.size() === 0)) {
      model.pass(through);
      moved(model);
    }
    const changed = models.filter(({ fold }) => fold.size() > 0);
    if (await storeTogether(changed, through)) return;
    const stored = await Promise.allSettled(changed.map(async (model) => storeOne(model, through)));
    for (const one of stored) if (one.status === 'rejected') throw one.reason;
  };
};

/** A retry would fail again: a bug of the projection, or a document that no store takes. */
export const isHopeless = (error: unknown): error is Error =>
  error instanceof BrokenInvariant ||
  error instanceof TypeError ||
  isFault(error, 'too_large') ||
  isFault(error, 'corrupt');
