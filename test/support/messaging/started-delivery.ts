/** A delivery on simulated time, and what became of what it was offered. */
import { createDelivery, type DeliveryDeps, type Offer } from '../../../src/messaging/delivery.ts';
import type { ConsumeOptions } from '../../../src/ports/message-log.ts';
import { newEvent } from '../../contract/samples.ts';
import { createFakeClock } from '../kernel/fake-clock.ts';
import { silentLogger } from '../kernel/silent-logger.ts';

export const startedDelivery = (
  handle: ConsumeOptions['handle'],
  changes: Partial<DeliveryDeps> = {},
  ordered = true,
) => {
  const fake = createFakeClock();
  const [done, forgotten, buried]: [string[], string[], string[]] = [[], [], []];
  const holding = { lost: false };
  const delivery = createDelivery({
    consume: { topic: 'pi.job.v1', group: 'g', inFlightMax: 4, ordered, handle },
    timers: fake.timers,
    logger: silentLogger,
    isOwned: ({ lost }) => !lost,
    ...changes,
  });
  const offer = (key: string, revision: number, offered: Partial<Offer> = {}): void => {
    const event = { ...newEvent(), stream: key, revision, position: `0000-${revision}` };
    delivery.offer({
      holding,
      key,
      position: event.position,
      content: { kind: 'message', message: { key, event } },
      ended: (isDone) => void (isDone ? done : forgotten).push(`${key}@${revision}`),
      bury: async (reason) => void buried.push(reason),
      ...offered,
    });
  };
  return { delivery, fake, done, forgotten, buried, offer };
};
