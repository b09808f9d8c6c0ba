/** A store that keeps the checkpoints of each write that it takes, and the outcomes that read models are told. */
import type { HeldReadModel } from '../../../src/application/read-models/folding/hold-read-model.ts';
import type { DocumentStore } from '../../../src/ports/document-store.ts';

/** `refused`: by the name of a checkpoint, why each write with it fails. */
export const modelWrites = (refused: Readonly<Record<string, Error>>) => {
  const seen: string[] = [];
  const written: string[] = [];
  const documents: Pick<DocumentStore, 'write'> = {
    write: async (_, ...checkpoints) => {
      for (const { name } of checkpoints) if (refused[name] !== undefined) throw refused[name];
      written.push(checkpoints.map(({ name, position }) => `${name}@${position}`).join(' '));
      await Promise.resolve();
    },
  };
  const told =
    (what: string) =>
    ({ collection }: HeldReadModel): void =>
      void seen.push(`${collection} ${what}`);
  return { seen, written, documents, told };
};
