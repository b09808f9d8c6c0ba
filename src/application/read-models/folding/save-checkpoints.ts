/**
 * Saves the checkpoints of read models that had nothing to write: together where the store can, as documents are. After
 * a refusal each is saved by itself, and has its own outcome.
 */
import { isFault } from '../../../kernel/faults.ts';
import type { DocumentStore } from '../../../ports/document-store.ts';
import type { HeldReadModel } from './hold-read-model.ts';

export type CheckpointSavingDeps = {
  readonly documents: Pick<DocumentStore, 'writeAll'>;
  /** Another process has taken it. */
  readonly lost: (model: HeldReadModel) => void;
};

/** Throws the store's fault. */
export const saveCheckpoints = async (
  { documents, lost }: CheckpointSavingDeps,
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

  /** False when it has to be tried one by one. */
  const saveTogether = async (): Promise<boolean> => {
    if (documents.writeAll === undefined || behind.length < 2) return false;
    try {
      await documents.writeAll(behind.flatMap(({ parts }) => parts));
    } catch (error) {
      if (isFault(error, 'conflict')) return false;
      throw error;
    }
    for (const { model, through } of behind) model.saved(through);
    return true;
  };

  if (await saveTogether()) return;
  await Promise.all(behind.map(async ({ model }) => saveOne(model)));
};
