/** The checks of the document store can fail: each subject is wrong in one way, which its check sees. */
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
      write: async (writes, ...checkpoints) => {
        const collection = writes[0]?.collection ?? '';
        const definition = definitions.get(collection);
        if (definition === undefined) return documents.write(writes, ...checkpoints);
        const living = await collect(documents.scan(collection));
        const kept = living.map((one) => ({ collection, ...one, position: what(one) ? '' : one.position }));
        if (tombstones || kept.some(({ position }) => position === '')) {
          await documents.drop(collection);
          await documents.declare(definition);
          await documents.write(kept);
        }
        return documents.write(writes, ...checkpoints);
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
  write: async (writes, ...checkpoints) => {
    await documents.write(writes);
    await documents.write([], ...checkpoints);
  },
}));

const noFence = withDocuments((documents) => ({
  write: async (writes, ...checkpoints) => {
    try {
      await documents.write(writes, ...checkpoints);
    } catch (error) {
      if (!isFault(error, 'conflict')) throw error;
      await documents.write(writes);
    }
  },
}));

const checkpointMovesBack = withDocuments((documents) => ({
  write: async (writes, ...checkpoints) => {
    for (const { name, fence } of checkpoints) {
      if ((await documents.checkpoint(name))?.fence === fence) await documents.drop('never-declared@1', name);
    }
    await documents.write(writes, ...checkpoints);
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

const onlyThoseThatAreThere = withDocuments((documents) => ({
  getMany: async <D>(collection: string, ids: readonly string[]) => {
    const found = await Promise.all(ids.map(async (id) => documents.get<D>(collection, id)));
    return found.filter((one) => one !== undefined);
  },
}));

const inAnOrderOfItsOwn = withDocuments((documents) => ({
  checkpoints: async (names) => Promise.all(names.toSorted().map(async (name) => documents.checkpoint(name))),
}));

const firstFenceAlone = withDocuments((documents) => ({
  write: async (writes, ...[first, ...others]) => {
    await documents.write(writes, ...(first === undefined ? [] : [first]));
    for (const one of others) await documents.write([], one);
  },
}));

const firstCheckpointAlone = withDocuments((documents) => ({
  write: async (writes, ...checkpoints) => documents.write(writes, ...checkpoints.slice(0, 1)),
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

sabotage(test, documentStoreChecks, openDocumentSubject, {
  'a member counts up its own beat, and sees those of its group alone': {
    'one group of all': oneGroup,
  },
  'beats of one member that are counted at once are all counted': {
    'beats that get lost': lostBeats,
  },
  'a member is removed by its name, or only while its beat is the same, and begins anew afterwards': {
    'a member that has moved on and is removed': removedWhateverTheBeat,
  },
  'a write applies only if it is newer, whatever order writes come in': {
    'a store without a guard': forgetting(() => true, false),
  },
  'a deleted document is gone, and older writes do not bring it back; newer ones do': {
    'a store that forgets what was deleted': forgetting(() => false, true),
  },
  'pages stay whole while documents come and go: what was there all along is given once': {
    'a cursor that counts': offsetCursor,
  },
  'a holder with a higher fence shuts out the ones before it, and its checkpoint stays': {
    'documents that are written before the fence is looked at': documentsBeforeFence,
    'a store without a fence': noFence,
  },
  'a checkpoint moves with the documents, and never back': {
    'a checkpoint that moves back': checkpointMovesBack,
  },
  'a query states the first members of an index, and the owner': {
    'any owner': anyOwner,
  },
  'bounds are inclusive, speak of the member after the equal ones, and leave out null and the other type': {
    'bounds that are left out': boundsExcluded,
  },
  'scan gives every living document once, in the order of ids': {
    'a scan without order': scanWithoutOrder,
  },
  'a document is got as it was written: body, owner, position, and the canonical text': {
    'text that is not canonical': textAsGiven,
    'a position that is lost': wrongDocument,
  },
  'documents that are asked for together are those that are asked for one by one': {
    'those that are not there are left out': onlyThoseThatAreThere,
  },
  'checkpoints that are asked for together are those that are asked for one by one': {
    'another order': inAnOrderOfItsOwn,
  },
  'writes in one go move each checkpoint with its documents, and stop at a fence': {
    'documents that go past a fence': firstFenceAlone,
    'checkpoints that stay behind': firstCheckpointAlone,
  },
});
