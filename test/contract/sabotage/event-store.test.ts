/** The checks of the event store can fail: each subject is wrong in one way, which its check sees. */
import test from 'ava';
import { isFault } from '../../../src/kernel/faults.ts';
import type { AppendResult, EventStore } from '../../../src/ports/event-store.ts';
import { sabotage } from '../check.ts';
import { eventStoreChecks } from '../event-store.contract.ts';
import type { LogSubject } from '../log-subject.ts';
import { collect } from '../samples.ts';
import { openLogSubject } from '../sqlite/subjects.ts';

type Doctor = (subject: LogSubject) => LogSubject;
type Append = EventStore['append'];

const withStore =
  (doctored: (store: EventStore, subject: LogSubject) => Partial<EventStore>): Doctor =>
  (subject) => ({
    ...subject,
    store: { ...subject.store, ...doctored(subject.store, subject) },
    another: async () => withStore(doctored)(await subject.another()),
  });

/** An append that does something of its own where the honest one finds a conflict. */
const onConflict = (instead: (store: EventStore, ...asked: Parameters<Append>) => Promise<AppendResult>): Doctor =>
  withStore((store) => ({
    append: async (...asked) => {
      try {
        return await store.append(...asked);
      } catch (error) {
        if (isFault(error, 'conflict')) return instead(store, ...asked);
        throw error;
      }
    },
  }));

const atHead = async (store: EventStore, ...[stream, , events]: Parameters<Append>): Promise<AppendResult> =>
  store.append(stream, (await store.head(stream))?.revision ?? 'none', events);

const repeatStoredAgain = withStore((store) => {
  const answered = new Set<string>();
  return {
    append: async (stream, expected, events) => {
      const repeat = answered.has(events[0]?.id ?? '');
      const result = repeat
        ? await atHead(store, stream, expected, events)
        : await store.append(stream, expected, events);
      answered.add(events[0]?.id ?? '');
      return result;
    },
  };
});

const headOnRepeat = withStore((store) => ({
  append: async (...asked) => {
    await store.append(...asked);
    return (await store.head(asked[0])) as AppendResult;
  },
}));

const firstIdDecides = onConflict(async (store, stream, expected, events) => {
  const from = expected === 'none' ? 0 : expected + 1;
  const [first] = await collect(store.readStream(stream, { from, limit: 1 }));
  if (first?.id !== events[0]?.id) return store.append(stream, expected, events);
  return { revision: from + events.length - 1, position: first?.position ?? '' };
});

const traceOfConflict = onConflict(async (store, ...asked) => {
  await atHead(store, ...asked).catch(() => undefined);
  return store.append(...asked);
});

const answersBeforeCommit = withStore((store, { feed }) => ({
  append: async (stream, expected, events) => {
    const head = await feed.head();
    // Well guessed: only that nothing is stored yet gives it away.
    const position = `0000-${String(Number(head.slice(5)) + events.length).padStart(12, '0')}`;
    void store.append(stream, expected, events).catch(() => undefined);
    return { revision: (expected === 'none' ? -1 : expected) + events.length, position };
  },
}));

const staleHead = withStore((store) => {
  const heads = new Map<string, AppendResult>();
  return {
    append: async (stream, expected, events) => {
      const result = await store.append(stream, expected, events);
      heads.set(stream, result);
      return result;
    },
    head: async (stream) => heads.get(stream) ?? store.head(stream),
  };
});

const normalisesText = withStore((store) => ({
  append: async (stream, expected, events) =>
    store.append(
      stream,
      expected,
      events.map((event) => ({ ...event, data: event.data.normalize('NFC') })),
    ),
}));

const onePageOnly = withStore((store) => ({
  readStream: (stream, options) => store.readStream(stream, { limit: 256, ...options }),
}));

const exclusiveStart = withStore((store) => ({
  readStream: (stream, options = {}) =>
    store.readStream(stream, options.from === undefined ? options : { ...options, from: options.from + 1 }),
}));

const splitsAppends = withStore((store) => ({
  append: async (stream, expected, events) => {
    let result: AppendResult | undefined;
    for (const [index, event] of events.entries()) {
      const before = index === 0 ? expected : (result?.revision ?? 'none');
      result = await store.append(stream, before, [event]);
    }
    return result ?? store.append(stream, expected, events);
  },
}));

const forgetsOnClose: Doctor = (subject) => {
  const withOther = (store: EventStore): EventStore => ({
    ...store,
    readStream: (stream, options) => store.readStream(stream, { ...options, limit: 1 }),
  });
  return { ...subject, another: async () => ({ ...subject, store: withOther((await subject.another()).store) }) };
};

sabotage(test, eventStoreChecks, openLogSubject, {
  'an append that expects another revision is a conflict, writes nothing, and the stream goes on': {
    'a store that does not check revisions': onConflict(atHead),
    'a store where a conflict leaves a trace': traceOfConflict,
  },
  'of many that append to one revision at once, one wins and the others leave no trace': {
    'a store that does not check revisions': onConflict(async (store, ...asked) => {
      for (;;) {
        const result = await atHead(store, ...asked).catch(() => undefined);
        if (result !== undefined) return result;
      }
    }),
  },
  'the same ids at the same revision again give the first result, and are stored once': {
    'a store that stores a repeat again': repeatStoredAgain,
    'a store that answers a repeat with the head': headOnRepeat,
  },
  'an append that is known in part only is a conflict and writes nothing': {
    'a store that looks at the first id only': firstIdDecides,
    'a store that writes events one by one': splitsAppends,
  },
  'what was answered is there for everyone, at once': {
    'a store that answers before it commits': answersBeforeCommit,
    'a store that remembers heads': staleHead,
  },
  'odd text comes back as it went in': {
    'a store that normalises text': normalisesText,
  },
  'a long stream is read whole, and a reader may leave early': {
    'one page only': onePageOnly,
  },
  'a stream is read either way, from a revision that is included, up to a limit': {
    'a start that is left out': exclusiveStart,
  },
  'what was appended is there after everything was closed and opened again': {
    'a store that loses the end when it closes': forgetsOnClose,
  },
});
