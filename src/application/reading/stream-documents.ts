/**
 * Documents that are made of one stream alone, folded from it: slower than a read model, and never behind. Folded
 * documents are cached for a while. So polls during an outage of the read store read only the later events.
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import type { RecordedEvent } from '../../kernel/event.ts';
import { limits } from '../../kernel/limits.ts';
import type { Revision } from '../../kernel/position.ts';
import type { Projection } from '../../kernel/projection.ts';
import { foldStep } from '../../kernel/unfoldable.ts';
import type { StoredDocument } from '../../ports/document-store.ts';
import type { Folded, StreamReader } from '../log/stream-reader.ts';

export type StreamDocuments = {
  /** Undefined: the stream makes no such document. Faults: those of the store, and `corrupt`. */
  get<D>(projection: Projection<D>, stream: string, id: string): Promise<StoredDocument<D> | undefined>;
  /** An event that is known to be there. Fault `corrupt`: it is not. */
  event(stream: string, revision: Revision): Promise<RecordedEvent>;
};

type Folding = { readonly body: unknown; readonly owner: string };

const NOTHING: Folding = { body: undefined, owner: '' };

export const createStreamDocuments = (reader: StreamReader): StreamDocuments => {
  const kept = createBoundedMap<string, Folded<Folding>>(limits.streamDocumentsMax);

  const foldOf = (projection: Projection, id: string) => ({
    initial: NOTHING,
    evolve: (before: Folding, event: RecordedEvent): Folding =>
      foldStep(projection, event, () =>
        projection.touches(event).includes(id)
          ? { body: projection.evolve(before.body, event, id), owner: projection.owner(event, id) }
          : before,
      ),
  });

  const fold = async (projection: Projection, stream: string, id: string): Promise<Folded<Folding>> => {
    const before = kept.get(`${projection.name} ${id}`);
    const how = foldOf(projection, id);
    if (before === undefined) return reader.load(how, stream);
    return reader.advance(how, before, await reader.tail(stream, before.revision));
  };

  const get = async <D>(projection: Projection<D>, stream: string, id: string) => {
    const folded = await fold(projection as Projection, stream, id);
    const { body, owner } = folded.state;
    if (body === undefined) return undefined;
    kept.set(`${projection.name} ${id}`, folded);
    return { id, owner, position: folded.position, body: body as D };
  };

  return Object.freeze({ get, event: async (stream: string, revision: Revision) => reader.event(stream, revision) });
};
