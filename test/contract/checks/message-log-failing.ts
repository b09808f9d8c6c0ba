/** Checks of the message log: failures, parking and dead letters. */
import { limits } from '../../../src/kernel/limits.ts';
import { categoryTopic } from '../../../src/kernel/topics.ts';
import type { DeadLetter } from '../../../src/ports/message-log.ts';
import type { Checks } from '../check.ts';
import { newCategory, rejectsWith } from '../samples.ts';
import {
  type MessageSubject,
  DONE,
  until,
  drained,
  noting,
  revisionsByKey,
  fill,
  lettersOf,
  upTo,
} from './message-log-support.ts';

export const failing: Checks<MessageSubject> = {
  'a failed message comes again, before the next of its key; other keys do not wait for it': async (t, subject) => {
    const category = newCategory();
    const streams = await fill(subject.store, category, 4, 3);
    const [bad = ''] = streams;
    const attempts: number[] = [];
    let doneElsewhere = 0;
    const { options, seen } = noting({
      topic: categoryTopic(category),
      inFlightMax: 2,
      handle: async ({ key, event, attempt }) => {
        if (key !== bad) doneElsewhere += 1;
        if (key !== bad || event.revision !== 1) return DONE;
        attempts.push(attempt);
        // The others are through before this one is tried again, and well before it would be given up.
        if (attempt >= 3 && doneElsewhere === 9) return DONE;
        throw new Error('not yet');
      },
    });
    const consumer = await subject.messages.consume(options);
    t.true(await until(subject, () => seen.some(({ key, event }) => key === bad && event.revision === 2)));
    t.deepEqual(attempts, [1, 2, 3]);
    t.deepEqual(revisionsByKey(seen)[bad], [0, 1, 1, 1, 2]);
    t.deepEqual(await lettersOf(subject.messages, options.group), []);
    await consumer.stop();
  },
  'a message that fails for good lies among the dead letters with its reason, and the group goes on': async (
    t,
    subject,
  ) => {
    const category = newCategory();
    const streams = await fill(subject.store, category, 3, 3);
    const [bad = ''] = streams;
    const { options, seen } = noting({
      topic: categoryTopic(category),
      handle: async ({ key, event }) => {
        if (key === bad && event.revision === 1) throw new TypeError('poison');
        return DONE;
      },
    });
    const consumer = await subject.messages.consume(options);
    t.true(await until(subject, () => seen.some(({ key, event }) => key === bad && event.revision === 2)));
    t.deepEqual(revisionsByKey(seen)[bad], [0, ...upTo(limits.messageAttemptsMax).map(() => 1), 2]);
    const [letter, ...others] = await lettersOf(subject.messages, options.group);
    t.deepEqual(others, []);
    const poison = seen.find(({ key, event }) => key === bad && event.revision === 1);
    t.like(letter, {
      topic: options.topic,
      group: options.group,
      key: bad,
      position: poison?.event.position ?? '',
      attempts: limits.messageAttemptsMax,
    });
    t.regex(letter?.reason ?? '', /poison/);
    t.regex(letter?.at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    t.true((letter?.id ?? '').length > 0);
    await drained(t, subject, consumer);
    const again = await subject.messages.consume(options);
    await subject.pass(1_000);
    t.is(seen.length, 2 * 3 + 2 + limits.messageAttemptsMax, 'a dead letter is passed for good');
    await again.stop();
  },
  'a parked message comes again without counting, and holds up nobody else': async (t, subject) => {
    const category = newCategory();
    const streams = await fill(subject.store, category, 3, 2);
    const [held = ''] = streams;
    let parked = 0;
    const { options, seen } = noting({
      topic: categoryTopic(category),
      inFlightMax: 1,
      handle: async ({ key, event }) => {
        if (key !== held || event.revision !== 0 || parked === limits.messageAttemptsMax + 3) return DONE;
        parked += 1;
        return { kind: 'park', retryAfterMs: 2_000 };
      },
    });
    const consumer = await subject.messages.consume(options);
    t.true(await until(subject, () => seen.filter(({ key }) => key !== held).length === 4));
    t.true(parked < 3, 'others went by long before');
    t.true(await until(subject, () => revisionsByKey(seen)[held]?.includes(1) === true));
    t.true(seen.every(({ attempt }) => attempt === 1));
    t.deepEqual(await lettersOf(subject.messages, options.group), []);
    await consumer.stop();
  },
  'a dead letter that is redriven is handled by its group, and is a dead letter no more': async (t, subject) => {
    const category = newCategory();
    await fill(subject.store, category, 3, 1);
    let cured = false;
    const { options, seen } = noting({
      topic: categoryTopic(category),
      handle: async () => {
        if (!cured) throw new Error('ill');
        return DONE;
      },
    });
    const consumer = await subject.messages.consume(options);
    const letters = async (): Promise<DeadLetter[]> => lettersOf(subject.messages, options.group);
    t.true(await until(subject, async () => (await letters()).length === 3));
    const before = await letters();
    t.deepEqual(await lettersOf(subject.messages, options.group, 1), before, 'page by page');
    t.is(new Set(before.map(({ id }) => id)).size, 3);

    const [first, second] = before as [DeadLetter, DeadLetter];
    await subject.messages.redrive(first.id);
    const failed = 3 * limits.messageAttemptsMax;
    t.true(await until(subject, async () => seen.length === failed + limits.messageAttemptsMax));
    t.true(await until(subject, async () => (await letters()).length === 3), 'still ill');

    cured = true;
    await subject.messages.redrive(second.id);
    t.true(await until(subject, () => seen.at(-1)?.event.position === second.position));
    t.is(seen.at(-1)?.attempt, 1);
    t.true(await until(subject, async () => (await consumer.lag()) === 0));
    const left = (await letters()).map(({ id }) => id);
    t.deepEqual(
      left.toSorted(),
      before
        .map(({ id }) => id)
        .filter((id) => id !== second.id)
        .toSorted(),
    );
    await rejectsWith(t, subject.messages.redrive(second.id), 'not_found');
    await rejectsWith(t, subject.messages.redrive('nonsense'), 'not_found');
    await consumer.stop();
  },
};
