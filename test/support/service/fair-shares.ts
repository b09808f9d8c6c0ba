/** Fair shares on a real service: one workspace's bulk work waits, and another asks for a single image. */
import type { ExecutionContext } from 'ava';
import { DISPATCH_TOPIC } from '../../../src/kernel/topics.ts';
import { limits } from '../../../src/kernel/limits.ts';
import type { Core, Makers } from '../../../src/main/core.ts';
import type { Engine, ImageRequest } from '../../../src/ports/engine.ts';
import type { MessageLog } from '../../../src/ports/message-log.ts';
import { eventually } from '../kernel/eventually.ts';
import type { Client } from '../http/http-client.ts';
import { kindScorer } from '../gateway/kind-scorer.ts';
import { givenService } from './real-service.ts';
import { finalJob, givenStarted } from './storyboard-calls.ts';
import { grantPaid, personalWorkspaceOf } from './workspace-of.ts';

const PATIENCE_MS = 60_000;
const SINGLE = 'a lighthouse at night';
/** Jobs that are asked for at once. */
const AT_ONCE = 8;

/** An engine, each of whose calls waits until it is let go; `letGo` lets the oldest that waits. */
const heldMakers = (engine: Engine<ImageRequest>, close: Makers['close']) => {
  /** Prompts, in the order of calls. */
  const calls: string[] = [];
  const held: (() => void)[] = [];
  let open = false;
  const performHeld: Engine<ImageRequest>['perform'] = async (attemptKey, request, scratch, signal) => {
    calls.push(request.prompt);
    if (!open) await new Promise<void>((resolve) => held.push(resolve));
    return engine.perform(attemptKey, request, scratch, signal);
  };
  const slow: Engine<ImageRequest> = { ...engine, deadlineMs: 600_000, perform: performHeld };
  const makers: Makers = { engines: new Map([[slow.name, slow]]), scorer: kindScorer, ...(close && { close }) };
  const letAllGo = (): void => {
    open = true;
    for (const go of held.splice(0)) go();
  };
  return { makers, calls, inFlightMax: engine.inFlightMax, letGo: () => held.shift()?.(), letAllGo };
};

/** Tells which messages the dispatcher has got, and so have their place in a line. */
const seeDispatched = () => {
  const seen = new Set<string>();
  const consume =
    (messages: MessageLog): MessageLog['consume'] =>
    async (options) => {
      if (options.topic !== DISPATCH_TOPIC) return messages.consume(options);
      return messages.consume({
        ...options,
        handle: async (message, stillOwned) => {
          seen.add(message.event.id);
          return options.handle(message, stillOwned);
        },
      });
    };
  const doctor = (core: Core): Core => {
    const { messages } = core.stores;
    return { ...core, stores: { ...core.stores, messages: { ...messages, consume: consume(messages) } } };
  };
  return { seen, doctor };
};

/** Enough for many frames. */
const giveCredits = async (client: Client): Promise<void> =>
  grantPaid(client, await personalWorkspaceOf(client), 5_000);

export type SharesCase = {
  readonly env?: Readonly<Record<string, string>>;
  readonly engine: Engine<ImageRequest>;
  readonly close?: Makers['close'];
  /** Each with as many frames as a job may have under way. */
  readonly jobs: number;
};

/** Holds up all frames of one workspace, then asks for an image in another: it gets one of the next two free slots. */
export const imageAmongFrames = async (
  t: ExecutionContext,
  { env = {}, engine, close, jobs }: SharesCase,
): Promise<void> => {
  const { makers, calls, inFlightMax, letGo, letAllGo } = heldMakers(engine, close);
  const { seen, doctor } = seeDispatched();
  const service = await givenService(t, { makers, doctor, env });
  t.teardown(letAllGo);
  const [alice, bob] = [await service.client('alice'), await service.client('bob')];
  await giveCredits(alice);
  const prompts = Array.from({ length: limits.tasksInFlightPerJobMax }, (_, frame) => `a quay, frame ${frame}`);
  const ends: (() => Promise<unknown>)[] = [];
  const start = async (seed: number): Promise<void> => {
    const { planned, jobId } = await givenStarted(alice, prompts, { seed });
    ends.push(async () => finalJob(alice, planned, jobId));
  };
  for (let seed = 0; seed < jobs; seed += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, jobs - seed) }, async (_, n) => start(seed + n)));
  }
  const frames = jobs * prompts.length;
  await eventually('all frames wait', () => seen.size === frames, PATIENCE_MS);
  await eventually('all slots are taken', () => calls.length === inFlightMax, PATIENCE_MS);
  const answer = bob.post('image/generate', { prompt: SINGLE });
  // A test that fails first stops the service under it.
  answer.catch(() => undefined);
  await eventually('the image waits as well', () => seen.size === frames + 1, PATIENCE_MS);
  for (const freed of [1, 2]) {
    letGo();
    await eventually('a slot that is free is taken', () => calls.length === inFlightMax + freed, PATIENCE_MS);
  }
  t.true(calls.slice(inFlightMax).includes(SINGLE), calls.join('; '));
  letAllGo();
  t.is((await answer).status, 200);
  t.like(await ends[0]?.(), { job: { status: 'completed' } });
};
