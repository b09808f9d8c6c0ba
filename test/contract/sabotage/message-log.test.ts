/** The checks of the message log can fail: each subject is wrong in one way, which its check sees. */
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

sabotage(test, messageLogChecks, openMessageSubject, {
  'a consumer gets the events of its topic, old and new, as they are stored': {
    'another key': keysGoMissing,
  },
  'messages of one key are handled in order, one at a time; those of others at the same time': {
    'a log without order': consuming((options) => ({ ...options, ordered: false })),
    'a log without a bound on what is in flight': consuming((options) => ({ ...options, inFlightMax: 1_000 })),
  },
  'where there is no order, messages of one key are handled at the same time': {
    'order where none was asked for': consuming((options) => ({ ...options, ordered: true })),
  },
  'a consumer that has many under way at once is given as many, though none of them is done': {
    'a log that reads ahead as far for everybody': consuming((options) => ({
      ...options,
      inFlightMax: Math.min(options.inFlightMax, 1_024),
    })),
  },
  'more than is read ahead comes all the same, once and in the order of its keys': {
    'a log that never has room again': withoutRoomAgain,
  },
  'what runs while a consumer stops is still its own: no other member is given it': {
    'a stop that gives up at once what runs': givenUpAtStop,
  },
  'a failed message comes again, before the next of its key; other keys do not wait for it': {
    'a log that passes what fails': doneWhateverHappens,
  },
  'a message that fails for good lies among the dead letters with its reason, and the group goes on': {
    'a log that tries once': firstAttemptOnly,
  },
  'a parked message comes again without counting, and holds up nobody else': {
    'parking that counts as failing': parkingCounts,
  },
  'a dead letter that is redriven is handled by its group, and is a dead letter no more': {
    'a redrive that does nothing': withMessages(() => ({ redrive: async () => undefined })),
  },
  'a consumer that was stopped goes on where it was: nothing is lost, nothing comes twice': {
    'a group that forgets where it was': newGroupEachTime,
  },
  'after a crash everything past the done prefix comes again, and nothing that failed is lost': {
    'a log that takes a message for done when it hands it over': doneOnReceipt,
  },
  'members of a group share the keys, take over from one that leaves, and lose nothing': {
    'members that do not know of each other': newGroupEachTime,
  },
  'a handler is told when its message belongs to another member': {
    'a log that always says that it is ours': alwaysOwned,
  },
});
