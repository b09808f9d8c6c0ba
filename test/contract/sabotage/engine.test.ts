/** The checks of engines can fail: each subject is wrong in one way, which its check sees. */
import test from 'ava';
import type { Engine } from '../../../src/ports/engine.ts';
import { sabotage } from '../check.ts';
import { engineChecks, type EngineSubject } from '../engine.contract.ts';
import { openEngineSubject, submitting } from '../engines/subject.ts';

const withEngine =
  (doctored: (engine: Engine) => Partial<Engine>) =>
  (subject: EngineSubject): EngineSubject => ({
    ...subject,
    engine: { ...subject.engine, ...doctored(subject.engine) },
  });

let calls = 0;

sabotage(test, engineChecks, openEngineSubject(submitting), {
  'it says what it makes, how often it may be called, and whether it can be reached': {
    'an engine that makes nothing': withEngine(() => ({ makes: [] })),
  },
  'it can be asked where its answers need it': {
    'an engine that can be asked and does not know how': withEngine(() => ({ repeat: 'lookup' })),
  },
  'its output has a type and an extent, and is the same each time that it is read': {
    'an engine whose output can be read once': withEngine((engine) => ({
      poll: async (...asked) => {
        const polled = await engine.poll?.(...asked);
        if (polled?.kind !== 'done' || polled.output.content instanceof Uint8Array)
          return polled ?? { kind: 'unknown' };
        const once = polled.output.content();
        return { ...polled, output: { ...polled.output, content: () => once } };
      },
    })),
  },
  'the way out of an unknown outcome that it says it has gives the same': {
    'an engine that takes each call as new work': withEngine((engine) => ({
      perform: async (key, ...asked) => engine.perform(`${key}${(calls += 1)}`, ...asked),
    })),
  },
  'an outcome stays what it was': {
    'an engine that forgets what it has told': withEngine((engine) => {
      const told = new Set<string>();
      return {
        poll: async (ref, ...asked) => {
          const polled = told.has(ref) ? undefined : await engine.poll?.(ref, ...asked);
          if (polled?.kind === 'done') told.add(ref);
          return polled ?? { kind: 'unknown' };
        },
      };
    }),
  },
  'asked about work that it never took, it makes nothing up': {
    'an engine that is always at work': withEngine(() => ({
      poll: async () => Promise.resolve({ kind: 'running', pollAfterMs: 1 }),
    })),
  },
  'a call that is called off before it began does nothing': {
    'an engine that is deaf to signals': withEngine((engine) => ({
      perform: async (key, request, scratch) => engine.perform(key, request, scratch, new AbortController().signal),
    })),
  },
});
