/** The jobs of one kind among many of other kinds: a page of them reads none of those. */
import test from 'ava';
import type { DocumentStore, Query } from '../../../../src/ports/document-store.ts';
import { bodyOf } from '../../../support/application/answered.ts';
import { generate, produce } from '../../../support/application/production.ts';
import { createWorld, enterAs } from '../../../support/application/world.ts';

const JOBS = 3;

test('a list of one kind of job reads no jobs of other kinds, however many there are', async (t) => {
  const world = await createWorld(t);
  let read = 0;
  const counting = (documents: DocumentStore): DocumentStore => ({
    ...documents,
    query: async <D>(query: Query) => {
      const page = await documents.query<D>(query);
      read += page.documents.length;
      return page;
    },
  });
  const process = await world.start({ documents: counting });
  const ann = await enterAs(process, 'ann');
  for (let n = 0; n < JOBS; n += 1) await generate(process, await produce(process, ann, 1));
  const jobsOf = async (kind: string): Promise<unknown> =>
    (await bodyOf(process.application.listJobs(ann, { kind }, { limit: 20, cursor: null }, { atLeast: null })))['jobs'];
  read = 0;
  t.deepEqual(await jobsOf('image'), []);
  t.is(read, 0);
  t.like(await jobsOf('storyboard'), { length: JOBS });
  t.is(read, JOBS);
});
