/** Where the read models stand, as the document store says: read before the log is, so that none can be ahead of it. */
import { START } from '../../kernel/position.ts';
import type { Position } from '../../kernel/position.ts';
import { definitionOf } from '../../kernel/projection.ts';
import type { Projection } from '../../kernel/projection.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import { checkpointOf, createReadModelDirectory } from '../read-model-directory.ts';
import type { ReplayDeps } from '../replay.ts';
import { VERIFIED } from '../verify-log.ts';
import type { Findings } from './findings.ts';

export type ReadModelPlace = {
  readonly projection: Projection;
  readonly collection: string;
  /** Everything up to here is in the documents. */
  readonly position: Position;
};

/** What read models are held against the log with. */
export type ReadModelDeps = Pick<ReplayDeps, 'eventStore' | 'feed' | 'codec'> & {
  readonly documents: Pick<DocumentStore, 'get' | 'scan' | 'checkpoint'>;
};

export const placesOf = async (
  documents: DocumentStore,
  projections: readonly Projection[],
): Promise<readonly ReadModelPlace[]> => {
  const directory = createReadModelDirectory(documents);
  await directory.declare();
  const places: ReadModelPlace[] = [];
  for (const projection of projections) {
    const { current: collection } = await directory.find(projection);
    await documents.declare(definitionOf(projection, collection));
    const position = (await documents.checkpoint(checkpointOf(collection)))?.position ?? START;
    places.push({ projection, collection, position });
  }
  return places;
};

/** Checkpoints live in another file than the log: one that is past its end has seen events that are gone. */
export const auditWitnesses = (
  places: readonly ReadModelPlace[],
  verified: Position,
  head: Position,
  findings: Findings,
): void => {
  const witnesses = [
    { name: VERIFIED, position: verified },
    ...places.map(({ collection, position }) => ({ name: checkpointOf(collection), position })),
  ];
  const furthest = witnesses.reduce((a, b) => (b.position > a.position ? b : a));
  if (furthest.position <= head) return;
  const count = witnesses.filter(({ position }) => position > head).length;
  const who = count === 1 ? furthest.name : `${furthest.name} (and ${count - 1} more)`;
  const problem = `the log ends at ${head || 'its start'}, and ${who} has seen it at ${furthest.position}`;
  findings.add({ check: 'witness', what: 'log_behind', problem, position: head });
};
