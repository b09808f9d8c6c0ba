/** The checks of the message log can fail: each line is wrong in one way, and names the check that sees it. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import type { ConsumeOptions, Handled, MessageLog } from '../../../src/ports/message-log.ts';
import { sabotage } from '../check.ts';
import { messageLogChecks, type MessageSubject } from '../message-log.contract.ts';
import { openMessageSubject } from '../sqlite/subjects.ts';

type Doctor = (subject: MessageSubject) => MessageSubject;

const withMessages =
  (doctored: (messages: MessageLog) => Partial<MessageLog>): Doctor =>
  (subject) => ({
    ...subject,
    messages: { ...subject.messages, ...doctored(subject.messages) },
    another: async () => withMessages(doctored)(await subject.another()),
  });

const consuming = (change: (options: ConsumeOptions) => ConsumeOptions): Doctor =>
  withMessages((messages) => ({ consume: async (options) => messages.consume(change(options)) }));

const handling = (change: (handle: ConsumeOptions['handle']) => ConsumeOptions['handle']): Doctor =>
  consuming((options) => ({ ...options, handle: change(options.handle) }));

const DONE: Handled = { kind: 'done' };

const doneWhateverHappens = handling((handle) => async (message, stillOwned) => {
  try {
    return await handle(message, stillOwned);
  } catch {
    return DONE;
  }
});

const doneOnReceipt = handling((handle) => async (message, stillOwned) => {
  handle(message, stillOwned).catch(() => undefined);
  return DONE;
});

const parkingCounts = handling((handle) => async (message, stillOwned) => {
  const handled = await handle(message, stillOwned);
  if (handled.kind === 'park') throw new Error('parked');
  return handled;
});

const alwaysOwned = handling((handle) => async (message) => handle(message, () => true));

const firstAttemptOnly = handling((handle) => async (message, stillOwned) => {
  if (message.attempt > 1) return DONE;
  return handle(message, stillOwned);
});

const keysGoMissing = handling(
  (handle) => async (message, stillOwned) => handle({ ...message, key: 'any' }, stillOwned),
);

const withoutRoomAgain = consuming((options) => {
  let handed = 0;
  return {
    ...options,
    handle: async (message, stillOwned) => {
      handed += 1;
      if (handed > limits.messageReadAheadMax) return { kind: 'park', retryAfterMs: 1e9 };
      return options.handle(message, stillOwned);
    },
  };
});

const givenUpAtStop = withMessages((messages) => ({
  consume: async (options) => {
    let stopping = false;
    const consumer = await messages.consume({
      ...options,
      handle: async (message, stillOwned) => options.handle(message, () => !stopping && stillOwned()),
    });
    return {
      ...consumer,
      stop: async () => {
        stopping = true;
        await consumer.stop();
      },
    };
  },
}));

const newGroupEachTime = consuming((options) => ({ ...options, group: `${options.group}-${randomUUID()}` }));

sabotage(test, messageLogChecks, openMessageSubject, [
  {
    check: 'a consumer gets the events of its topic, old and new, as they are stored',
    by: 'another key',
    doctor: keysGoMissing,
  },
  {
    check: 'messages of one key are handled in order, one at a time; those of others at the same time',
    by: 'a log without order',
    doctor: consuming((options) => ({ ...options, ordered: false })),
  },
  {
    check: 'messages of one key are handled in order, one at a time; those of others at the same time',
    by: 'a log without a bound on what is in flight',
    doctor: consuming((options) => ({ ...options, inFlightMax: 1_000 })),
  },
  {
    check: 'where there is no order, messages of one key are handled at the same time',
    by: 'order where none was asked for',
    doctor: consuming((options) => ({ ...options, ordered: true })),
  },
  {
    check: 'a consumer that has many under way at once is given as many, though none of them is done',
    by: 'a log that reads ahead as far for everybody',
    doctor: consuming((options) => ({ ...options, inFlightMax: Math.min(options.inFlightMax, 1_024) })),
  },
  {
    check: 'more than is read ahead comes all the same, once and in the order of its keys',
    by: 'a log that never has room again',
    doctor: withoutRoomAgain,
  },
  {
    check: 'what runs while a consumer stops is still its own: no other member is given it',
    by: 'a stop that gives up at once what runs',
    doctor: givenUpAtStop,
  },
  {
    check: 'a failed message comes again, before the next of its key; other keys do not wait for it',
    by: 'a log that passes what fails',
    doctor: doneWhateverHappens,
  },
  {
    check: 'a message that fails for good lies among the dead letters with its reason, and the group goes on',
    by: 'a log that tries once',
    doctor: firstAttemptOnly,
  },
  {
    check: 'a parked message comes again without counting, and holds up nobody else',
    by: 'parking that counts as failing',
    doctor: parkingCounts,
  },
  {
    check: 'a dead letter that is redriven is handled by its group, and is a dead letter no more',
    by: 'a redrive that does nothing',
    doctor: withMessages(() => ({ redrive: async () => undefined })),
  },
  {
    check: 'a consumer that was stopped goes on where it was: nothing is lost, nothing comes twice',
    by: 'a group that forgets where it was',
    doctor: newGroupEachTime,
  },
  {
    check: 'after a crash everything past the done prefix comes again, and nothing that failed is lost',
    by: 'a log that takes a message for done when it hands it over',
    doctor: doneOnReceipt,
  },
  {
    check: 'members of a group share the keys, take over from one that leaves, and lose nothing',
    by: 'members that do not know of each other',
    doctor: newGroupEachTime,
  },
  {
    check: 'a handler is told when its message belongs to another member',
    by: 'a log that always says that it is ours',
    doctor: alwaysOwned,
  },
]);
