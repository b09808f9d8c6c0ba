/** The checks of the document store can fail: each line is wrong in one way, and names the check that sees it. */
import test from 'ava';
import { isFault } from '../../../src/kernel/faults.ts';
import type { DocumentStore, StoredDocument } from '../../../src/ports/document-store.ts';
import type { MemberStore } from '../../../src/ports/member-store.ts';
import { sabotage } from '../check.ts';
import { documentStoreChecks, type DocumentSubject } from '../document-store.contract.ts';
import { collect } from '../samples.ts';
import { openDocumentSubject } from '../sqlite/subjects.ts';

type Doctor = (subject: DocumentSubject) => DocumentSubject;

const withDocuments =
  (doctored: (documents: DocumentStore) => Partial<DocumentStore>): Doctor =>
  (subject) => ({
    ...subject,
    documents: { ...subject.documents, ...doctored(subject.documents) },
    another: async () => withDocuments(doctored)(await subject.another()),
  });

/** Writes into a collection that has forgotten every position: its living documents are put back as of the start. */
const forgetting = (what: (document: StoredDocument) => boolean, tombstones: boolean): Doctor =>
  withDocuments((documents) => {
    const definitions = new Map<string, Parameters<DocumentStore['declare']>[0]>();
    return {
      declare: async (definition) => {
        definitions.set(definition.name, definition);
        await documents.declare(definition);
      },
      write: async (writes, checkpoint) => {
        const collection = writes[0]?.collection ?? '';
        const definition = definitions.get(collection);
        if (definition === undefined) return documents.write(writes, checkpoint);
        const living = await collect(documents.scan(collection));
        const kept = living.map((one) => ({ collection, ...one, position: what(one) ? '' : one.position }));
        if (tombstones || kept.some(({ position }) => position === '')) {
          await documents.drop(collection);
          await documents.declare(definition);
          await documents.write(kept);
        }
        return documents.write(writes, checkpoint);
      },
    };
  });

const offsetCursor = withDocuments((documents) => ({
  query: async (query) => {
    const { after, ...rest } = query;
    const offset = Number(after ?? 0);
    const page = await documents.query<never>({ ...rest, limit: offset + query.limit });
    return {
      documents: page.documents.slice(offset),
      next: page.next === null ? null : String(offset + query.limit),
    };
  },
}));

const documentsBeforeFence = withDocuments((documents) => ({
  write: async (writes, checkpoint) => {
    await documents.write(writes);
    if (checkpoint !== undefined) await documents.write([], checkpoint);
  },
}));

const noFence = withDocuments((documents) => ({
  write: async (writes, checkpoint) => {
    try {
      await documents.write(writes, checkpoint);
    } catch (error) {
      if (!isFault(error, 'conflict')) throw error;
      await documents.write(writes);
    }
  },
}));

const checkpointMovesBack = withDocuments((documents) => ({
  write: async (writes, checkpoint) => {
    const held = checkpoint === undefined ? undefined : await documents.checkpoint(checkpoint.name);
    if (checkpoint !== undefined && held?.fence === checkpoint.fence) {
      await documents.drop('never-declared@1', checkpoint.name);
    }
    await documents.write(writes, checkpoint);
  },
}));

const anyOwner = withDocuments((documents) => ({
  query: async ({ owner: _owner, ...query }) => documents.query<never>(query),
}));

const boundsExcluded = withDocuments((documents) => ({
  query: async (query) => {
    const page = await documents.query<never>(query);
    const inside = page.documents.filter(({ body }) => (body as { rank: unknown }).rank !== query.atMost);
    return { ...page, documents: inside };
  },
}));

const scanWithoutOrder = withDocuments((documents) => ({
  scan: async function* <D>(collection: string) {
    yield* (await collect(documents.scan<D>(collection))).toReversed();
  },
}));

const textAsGiven = withDocuments((documents) => ({
  getText: async (collection, id) => {
    const found = await documents.getText(collection, id);
    return found && { ...found, text: JSON.stringify(JSON.parse(found.text), null, 1) };
  },
}));

const wrongDocument = withDocuments((documents) => ({
  get: async <D>(collection: string, id: string) => {
    const found = await documents.get<D>(collection, id);
    return found && { ...found, position: '' };
  },
}));

/** This store leaves out what asks for several at once; where it is there, it may be wrong in these ways. */
const onlyThoseThatAreThere = withDocuments((documents) => ({
  getMany: async <D>(collection: string, ids: readonly string[]) => {
    const found = await Promise.all(ids.map(async (id) => documents.get<D>(collection, id)));
    return found.filter((one) => one !== undefined);
  },
}));

const inAnOrderOfItsOwn = withDocuments((documents) => ({
  checkpoints: async (names) => Promise.all(names.toSorted().map(async (name) => documents.checkpoint(name))),
}));

const pastEachFence = withDocuments((documents) => ({
  writeAll: async (parts) => {
    const results = await Promise.allSettled(
      parts.map(async ({ writes, checkpoint }) => {
        await documents.write(writes);
        await documents.write([], checkpoint);
      }),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  },
}));

const withoutCheckpoints = withDocuments((documents) => ({
  writeAll: async (parts) => documents.write(parts.flatMap(({ writes }) => writes)),
}));

const withMembers = (doctored: (members: MemberStore) => Partial<MemberStore>): Doctor =>
  withDocuments(({ members }) => ({ members: { ...members, ...doctored(members) } }));

const oneGroup = withMembers((members) => ({ beat: async (_group, member) => members.beat('all', member) }));

const lostBeats = withMembers((members) => {
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = false;
  return {
    // Calls during a count get its result.
    beat: async (group, member) => {
      if (!waiting) turn = members.beat(group, member).finally(() => (waiting = false));
      waiting = true;
      return turn as ReturnType<MemberStore['beat']>;
    },
  };
});

const removedWhateverTheBeat = withMembers((members) => ({
  remove: async (group, member) => members.remove(group, member),
}));

sabotage(test, documentStoreChecks, openDocumentSubject, [
  {
    check: 'a member counts up its own beat, and sees those of its group alone',
    by: 'one group of all',
    doctor: oneGroup,
  },
  {
    check: 'beats of one member that are counted at once are all counted',
    by: 'beats that get lost',
    doctor: lostBeats,
  },
  {
    check: 'a member is removed by its name, or only while its beat is the same, and begins anew afterwards',
    by: 'a member that has moved on and is removed',
    doctor: removedWhateverTheBeat,
  },
  {
    check: 'a write applies only if it is newer, whatever order writes come in',
    by: 'a store without a guard',
    doctor: forgetting(() => true, false),
  },
  {
    check: 'a deleted document is gone, and older writes do not bring it back; newer ones do',
    by: 'a store that forgets what was deleted',
    doctor: forgetting(() => false, true),
  },
  {
    check: 'pages stay whole while documents come and go: what was there all along is given once',
    by: 'a cursor that counts',
    doctor: offsetCursor,
  },
  {
    check: 'a holder with a higher fence shuts out the ones before it, and its checkpoint stays',
    by: 'documents that are written before the fence is looked at',
    doctor: documentsBeforeFence,
  },
  {
    check: 'a holder with a higher fence shuts out the ones before it, and its checkpoint stays',
    by: 'a store without a fence',
    doctor: noFence,
  },
  {
    check: 'a checkpoint moves with the documents, and never back',
    by: 'a checkpoint that moves back',
    doctor: checkpointMovesBack,
  },
  { check: 'a query states the first members of an index, and the owner', by: 'any owner', doctor: anyOwner },
  {
    check: 'bounds are inclusive, speak of the member after the equal ones, and leave out null and the other type',
    by: 'bounds that are left out',
    doctor: boundsExcluded,
  },
  {
    check: 'scan gives every living document once, in the order of ids',
    by: 'a scan without order',
    doctor: scanWithoutOrder,
  },
  {
    check: 'a document is got as it was written: body, owner, position, and the canonical text',
    by: 'text that is not canonical',
    doctor: textAsGiven,
  },
  {
    check: 'a document is got as it was written: body, owner, position, and the canonical text',
    by: 'a position that is lost',
    doctor: wrongDocument,
  },
  {
    check: 'documents that are asked for together are those that are asked for one by one',
    by: 'those that are not there are left out',
    doctor: onlyThoseThatAreThere,
  },
  {
    check: 'checkpoints that are asked for together are those that are asked for one by one',
    by: 'another order',
    doctor: inAnOrderOfItsOwn,
  },
  {
    check: 'writes in one go move each checkpoint with its documents, and stop at a fence',
    by: 'documents that go past a fence',
    doctor: pastEachFence,
  },
  {
    check: 'writes in one go move each checkpoint with its documents, and stop at a fence',
    by: 'checkpoints that stay behind',
    doctor: withoutCheckpoints,
  },
]);
