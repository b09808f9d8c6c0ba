/**
 * Given what happened, then these documents: how every read model is specified. All documents are compared, deeply and
 * whole, with their owners. Besides, always: what holds for every fold (see fold-documents), and that the same events
 * give the same documents again.
 */
import type { ExecutionContext } from 'ava';
import type { RecordedEvent } from '../../src/kernel/event.ts';
import type { Projection } from '../../src/kernel/projection.ts';
import { foldDocuments } from '../support/read-models/fold-documents.ts';
import type { History } from '../support/log/history.ts';

export type Expected<D> = Readonly<Record<string, { readonly owner?: string; readonly body: D }>>;

export type ProjectionSpec<D> = {
  readonly given: (history: Pick<History, 'events'>) => {
    /** Exactly these documents, by id; of workspace `ws_1` unless an owner is named. */
    readonly then: (documents: Expected<D>) => void;
    /** For what a whole document would hide: a check of one. */
    readonly thenAbout: (id: string, check: (body: D) => void) => void;
  };
};

export const projectionSpec = <D>(t: ExecutionContext, projection: Projection<D>): ProjectionSpec<D> => ({
  given: ({ events }) => ({
    then: (expected) => {
      t.deepEqual(bodies(projection, events), owned(expected));
      t.deepEqual(bodies(projection, events), owned(expected), 'the same events give the same documents');
    },
    thenAbout: (id, check) => {
      const document = foldDocuments(projection, events).get(id);
      if (document === undefined) t.fail(`there is no document ${id}`);
      else check(document.body);
    },
  }),
});

const bodies = <D>(projection: Projection<D>, events: readonly RecordedEvent[]): Record<string, unknown> =>
  Object.fromEntries([...foldDocuments(projection, events)].map(([id, { owner, body }]) => [id, { owner, body }]));

const owned = <D>(expected: Expected<D>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(expected).map(([id, { owner = 'ws_1', body }]) => [id, { owner, body }]));
