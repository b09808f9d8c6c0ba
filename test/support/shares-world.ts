/**
 * A dispatcher in small, on simulated time: messages of many workspaces, the machine that hands them over, turns at one
 * engine, and calls that last so long. It tells which workspaces' work the engine was given, in order.
 */
import { createDelivery as kafkaDelivery } from '../../src/adapters/kafka/delivery.ts';
import { createDelivery as sqliteDelivery } from '../../src/adapters/sqlite/delivery.ts';
import { createEngineSlots, NOT_ITS_TURN } from '../../src/application/reactions/engine-slots.ts';
import type { EngineSlots, Turn } from '../../src/application/reactions/engine-slots.ts';
import { createGate } from '../../src/kernel/gate.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { StoredEvent } from '../../src/ports/event-store.ts';
import type { ConsumeOptions, Handled } from '../../src/ports/message-log.ts';
import type { Timers } from '../../src/ports/basics.ts';
import { newEvent } from '../contract/samples.ts';
import { createFakeClock } from './fake-clock.ts';

export type Work = { readonly workspaceId: string; readonly lane: Turn['lane']; readonly callMs: number };

export type SharesOptions = {
  readonly messages: 'sqlite' | 'kafka';
  readonly slots?: EngineSlots;
  /** Slots of the engine. */
  readonly slotsMax?: number;
  /** Messages that the consumer has under way at once. */
  readonly inFlightMax?: number;
};

export const CALL_MS = 500;

export const createSharesWorld = ({
  messages,
  slots = createEngineSlots(new AbortController().signal),
  slotsMax = 16,
  inFlightMax = limits.turnsWaitingMax,
}: SharesOptions) => {
  const fake = createFakeClock();
  const works = new Map<string, Work>();
  /** Workspaces, in the order in which the engine was given their work. */
  const dispatched: string[] = [];
  let offered = 0;
  const handle = async ({ key }: { readonly key: string }, stillWanted: () => boolean): Promise<Handled> => {
    const work = works.get(key);
    if (work === undefined) return { kind: 'done' };
    const { workspaceId, lane, callMs } = work;
    const turn = { engine: { name: 'e', inFlightMax: slotsMax }, workspaceId, attemptKey: key, lane, stillWanted };
    const done = await slots.run<Handled>(turn, async () => {
      dispatched.push(workspaceId);
      await fake.timers.sleep(callMs);
      return { kind: 'done' };
    });
    return done ?? NOT_ITS_TURN;
  };
  const deliver = DELIVERIES[messages](
    { topic: 'pi.dispatch.v1', group: 'g', inFlightMax, ordered: false, handle },
    fake.timers,
  );
  return {
    ...fake,
    dispatched,
    offer: (workspaceId: string, lane: Turn['lane'], { count = 1, callMs = CALL_MS } = {}): void => {
      for (let n = 0; n < count; n += 1) {
        offered += 1;
        const stream = `job-${offered}`;
        works.set(stream, { workspaceId, lane, callMs });
        deliver({ ...newEvent(), stream, revision: 0, position: String(offered).padStart(8, '0') });
      }
    },
  };
};

type Deliver = (consume: ConsumeOptions, timers: Timers) => (event: StoredEvent) => void;

const stillOwned = (): boolean => true;
const bury = async (): Promise<never> => Promise.reject(new Error('nothing fails here'));

const DELIVERIES: Readonly<Record<SharesOptions['messages'], Deliver>> = {
  sqlite: (consume, timers) => {
    const delivery = sqliteDelivery({ consume, timers, stillOwned, bury, unbury: bury });
    return (event) => delivery.offer({ event, partition: 0, before: '' });
  },
  kafka: (consume, timers) => {
    const delivery = kafkaDelivery({ consume, timers, stillOwned, onRoom: () => undefined });
    const tenure = { lost: false };
    return (event) => {
      const message = { topic: consume.topic, key: event.stream, event };
      const content = { kind: 'message', message } as const;
      delivery.offer({ tenure, key: event.stream, content, done: () => undefined, bury });
    };
  },
};

/** Sabotage: whoever comes first is served first. */
export const firstComeFirstServed = (slotsMax: number): EngineSlots => {
  const gate = createGate({ placesMax: slotsMax, waitingMax: Infinity });
  return { run: async (_turn, work) => gate.run(work) };
};
