/** The checks of engines can fail: each line is wrong in one way, and names the check that sees it. */
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

sabotage(test, engineChecks, openEngineSubject(submitting), [
  {
    check: 'it says what it makes, how often it may be called, and whether it can be reached',
    by: 'an engine that makes nothing',
    doctor: withEngine(() => ({ makes: [] })),
  },
  {
    check: 'it can be asked where its answers need it',
    by: 'an engine that can be asked and does not know how',
    doctor: withEngine(() => ({ repeat: 'lookup' })),
  },
  {
    check: 'its output has a type and an extent, and is the same each time that it is read',
    by: 'an engine whose output can be read once',
    doctor: withEngine((engine) => ({
      poll: async (...asked) => {
        const polled = await engine.poll?.(...asked);
        if (polled?.kind !== 'done' || polled.output.content instanceof Uint8Array)
          return polled ?? { kind: 'unknown' };
        const once = polled.output.content();
        return { ...polled, output: { ...polled.output, content: () => once } };
      },
    })),
  },
  {
    check: 'the way out of an unknown outcome that it says it has gives the same',
    by: 'an engine that takes each call as new work',
    doctor: withEngine((engine) => ({
      perform: async (key, ...asked) => engine.perform(`${key}${(calls += 1)}`, ...asked),
    })),
  },
  {
    check: 'an outcome stays what it was',
    by: 'an engine that forgets what it has told',
    doctor: withEngine((engine) => {
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
  {
    check: 'asked about work that it never took, it makes nothing up',
    by: 'an engine that is always at work',
    doctor: withEngine(() => ({ poll: async () => Promise.resolve({ kind: 'running', pollAfterMs: 1 }) })),
  },
  {
    check: 'a call that is called off before it began does nothing',
    by: 'an engine that is deaf to signals',
    doctor: withEngine((engine) => ({
      perform: async (key, request, scratch) => engine.perform(key, request, scratch, new AbortController().signal),
    })),
  },
]);
