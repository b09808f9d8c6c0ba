/** The contract of every engine: see src/ports/engine.ts. */
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { assert, isFault } from '../../src/kernel/faults.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { Done, Engine, EngineRequest, Scratch, Submitted } from '../../src/ports/engine.ts';
import type { Checks } from './check.ts';

export type EngineSubject = {
  readonly engine: Engine;
  /** A request that it can do; another each time. */
  readonly request: () => EngineRequest;
  /** A folder for a call, removed at the end. */
  readonly scratch: () => Scratch;
  readonly close: () => Promise<void>;
};

const unstopped = (): AbortSignal => new AbortController().signal;

/** The outcome, as the service hears of it: at once, or by asking. */
const outcomeOf = async ({ engine, scratch }: EngineSubject, answer: Done | Submitted): Promise<Done> => {
  if (answer.kind === 'done') return answer;
  assert(engine.poll !== undefined, 'an engine that submits can be asked');
  for (let asked = 0; asked < POLLS_MAX; asked += 1) {
    const polled = await engine.poll(answer.ref, scratch(), unstopped());
    if (polled.kind === 'done') return polled;
    assert(polled.kind === 'running' && polled.pollAfterMs >= 0, `it is ${polled.kind}`);
  }
  throw new Error('it is never done');
};

const POLLS_MAX = 20;
const LENGTH_OFF_MAX_MS = 100;

const hashOf = async ({ output: { content } }: Done): Promise<string> =>
  sha256(content instanceof Uint8Array ? content : Buffer.concat(await Array.fromAsync(content())));

const performed = async (subject: EngineSubject, key: string, request: EngineRequest): Promise<Done> =>
  outcomeOf(subject, await subject.engine.perform(key, request, subject.scratch(), unstopped()));

export const engineChecks: Checks<EngineSubject> = {
  'it says what it makes, how often it may be called, and whether it can be reached': async (
    t,
    { engine, request },
  ) => {
    t.true(engine.makes.includes(request().makes));
    t.true(engine.name !== '' && engine.version !== '');
    t.true(engine.deadlineMs > 0 && engine.inFlightMax > 0);
    t.true(await engine.available());
  },
  'it can be asked where its answers need it': async (t, { engine, request, scratch }) => {
    t.is(engine.lookup !== undefined, engine.repeat === 'lookup');
    // That it is done at once is looked at by the other checks.
    if (engine.poll === undefined) return;
    const answer = await engine.perform('key-asked', request(), scratch(), unstopped());
    if (answer.kind === 'done') return;
    t.true(answer.ref.length > 0 && answer.ref.length <= limits.engineRefCharsMax);
    t.true(answer.pollAfterMs >= 0);
  },
  'its output has a type and an extent, and is the same each time that it is read': async (t, subject) => {
    const request = subject.request();
    const done = await performed(subject, 'key-read', request);
    t.regex(done.output.contentType, /^[a-z]+\/[a-z0-9.+-]+$/);
    const { width, height, durationMs } = done.output;
    if (request.makes !== 'report' && 'width' in request) {
      t.deepEqual([width, height], [request.width, request.height]);
    }
    if (request.makes !== 'report' && 'durationMs' in request) {
      t.true(Math.abs((durationMs ?? 0) - request.durationMs) <= LENGTH_OFF_MAX_MS);
    }
    t.is(await hashOf(done), await hashOf(done));
  },
  'the way out of an unknown outcome that it says it has gives the same': async (t, subject) => {
    const { engine, scratch } = subject;
    const request = subject.request();
    const one = await engine.perform('key-again', request, scratch(), unstopped());
    if (engine.repeat === 'never') t.false('lookup' in engine, 'it is neither called nor asked again');
    else if (engine.repeat === 'lookup') {
      const first = await hashOf(await outcomeOf(subject, one));
      const found = await engine.lookup?.('key-again', scratch(), unstopped());
      t.is(found?.kind === 'done' ? await hashOf(found) : found?.kind, first);
    } else {
      const other = await engine.perform('key-again', request, scratch(), unstopped());
      if (one.kind === 'submitted') t.deepEqual(other, one);
      else t.is(await hashOf(one), await hashOf(await outcomeOf(subject, other)));
    }
  },
  'an outcome stays what it was': async (t, subject) => {
    const { engine, scratch } = subject;
    // An outcome that comes at once is no answer of the engine any more: it is read twice above.
    if (engine.poll === undefined) return void t.pass();
    const answer = await engine.perform('key-stays', subject.request(), scratch(), unstopped());
    const first = await hashOf(await outcomeOf(subject, answer));
    t.is(await hashOf(await outcomeOf(subject, answer)), first);
  },
  'asked about work that it never took, it makes nothing up': async (t, { engine, scratch }) => {
    if (engine.poll !== undefined) t.is((await engine.poll('nobody', scratch(), unstopped())).kind, 'unknown');
    if (engine.lookup !== undefined) {
      t.is((await engine.lookup('nobody', scratch(), unstopped())).kind, 'never_seen');
    }
    t.pass();
  },
  'a call that is called off before it began does nothing': async (t, { engine, request, scratch }) => {
    const error = await t.throwsAsync(async () => engine.perform('key-off', request(), scratch(), AbortSignal.abort()));
    t.true(isFault(error, 'cancelled'), String(error));
  },
};
