/** Checks of the document store: members of a group see each other's beats. */
import { randomUUID } from 'node:crypto';
import type { Checks } from '../check.ts';
import type { DocumentSubject } from './document-store-support.ts';

const newGroup = (): string => `group-${randomUUID()}`;

export const members: Checks<DocumentSubject> = {
  'a member counts up its own beat, and sees those of its group alone': async (t, subject) => {
    const [group, elsewhere] = [newGroup(), newGroup()];
    const { members: one } = subject.documents;
    const { members: two } = (await subject.another()).documents;
    t.deepEqual(await one.beat(group, 'one'), new Map([['one', 1]]));
    await two.beat(elsewhere, 'three');
    await two.beat(group, 'two');
    t.deepEqual(
      await one.beat(group, 'one'),
      new Map([
        ['one', 2],
        ['two', 1],
      ]),
    );
  },
  'beats of one member that are counted at once are all counted': async (t, subject) => {
    const group = newGroup();
    const { members: one } = subject.documents;
    const { members: two } = (await subject.another()).documents;
    await one.beat(group, 'one');
    await Promise.all([one, two, one, two].map(async (store) => store.beat(group, 'one')));
    t.deepEqual(await one.beat(group, 'one'), new Map([['one', 6]]));
  },
  'a member is removed by its name, or only while its beat is the same, and begins anew afterwards': async (
    t,
    subject,
  ) => {
    const group = newGroup();
    const { members: store } = subject.documents;
    for (const member of ['one', 'two', 'two', 'two']) await store.beat(group, member);
    await store.remove(group, 'two', 2);
    t.deepEqual(
      await store.beat(group, 'one'),
      new Map([
        ['one', 2],
        ['two', 3],
      ]),
    );
    await store.remove(group, 'two', 3);
    await store.remove(newGroup(), 'one');
    await store.remove(group, 'nobody');
    t.deepEqual(await store.beat(group, 'one'), new Map([['one', 3]]));
    await store.remove(group, 'one');
    t.deepEqual(await store.beat(group, 'two'), new Map([['two', 1]]));
  },
};
