/**
 * A dispatcher in small, on simulated time: messages of many workspaces, the machine that hands them over, turns at one
 * engine, and calls that last so long. It tells which workspaces' work the engine was given, in order.
 */
import {
  createEngineSlots,
  type EngineSlots,
  NOT_ITS_TURN,
  type Turn,
} from '../../../src/application/reactions/engine-slots.ts';
import { createGate } from '../../../src/kernel/gate.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { createDelivery } from '../../../src/messaging/delivery.ts';
import type { Handled } from '../../../src/ports/message-log.ts';
import { newEvent } from '../../contract/samples.ts';
import { createFakeClock } from '../kernel/fake-clock.ts';
import { silentLogger } from '../kernel/silent-logger.ts';

export type Work = { readonly workspaceId: string; readonly lane: Turn['lane']; readonly callMs: number };

export type SharesOptions = {
  readonly slots?: EngineSlots;
  /** Slots of the engine. */
  readonly slotsMax?: number;
  /** Messages that the consumer has under way at once. */
  readonly inFlightMax?: number;
};

export const CALL_MS = 500;

export const createSharesWorld = ({
  slots = createEngineSlots(new AbortController().signal),
  slotsMax = 16,
  inFlightMax = limits.turnsWaitingMax,
}: SharesOptions = {}) => {
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
  const delivery = createDelivery({
    consume: { topic: 'pi.dispatch.v1', group: 'g', inFlightMax, ordered: false, handle },
    timers: fake.timers,
    logger: silentLogger,
    isOwned: () => true,
  });
  return {
    ...fake,
    dispatched,
    offer: (workspaceId: string, lane: Turn['lane'], { count = 1, callMs = CALL_MS } = {}): void => {
      for (let n = 0; n < count; n += 1) {
        offered += 1;
        const key = `job-${offered}`;
        const position = String(offered).padStart(8, '0');
        works.set(key, { workspaceId, lane, callMs });
        const message = { key, event: { ...newEvent(), stream: key, revision: 0, position } };
        delivery.offer({ holding, key, position, content: { kind: 'message', message }, bury, ended: () => undefined });
      }
    },
  };
};

const holding = { lost: false };
const bury = async (): Promise<never> => Promise.reject(new Error('nothing fails here'));

/** Sabotage: first come, first served. */
export const firstComeFirstServed = (slotsMax: number): EngineSlots => {
  const gate = createGate({ placesMax: slotsMax, waitingMax: Infinity });
  return { run: async (_turn, work) => gate.run(work), isAwaited: () => true };
};
