/** The open work of one destination: its open deliveries in log order. Each holds the later ones until it ends. */
import type { DeliveryEvent } from '../../events/delivery.ts';
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { limits } from '../../src/kernel/limits.ts';
import { nextAttemptAt } from '../../src/kernel/again.ts';
import { addMs } from '../../src/kernel/time.ts';
import { type LaneMember, type LaneWork, NEVER } from './document.ts';

export const laneWorkId = (workspaceId: string, lane: string): string => `lane:${workspaceId}:${lane}`;

type Place = { readonly index: number; readonly id: string; readonly host: string | null };

/** The destinations that an event is about. One of an older version names no lane, and waits for no other. */
const placesOf = ({ stream, metadata, ...event }: RecordedEvent<DeliveryEvent>): readonly Place[] => {
  const placeOf = (index: number, lane: string | null = null, host: string | null = null): Place => ({
    index,
    id: laneWorkId(metadata.workspaceId ?? '', lane ?? `${idOf(stream)}:${index}`),
    host,
  });
  switch (event.type) {
    case 'DeliveryRequested':
      return event.data.destinations.map(({ lane, host }, index) => placeOf(index, lane, host));
    case 'DeliveryAttempted':
      return [placeOf(event.data.index, event.data.lane)];
    case 'DeliveryRepeated':
      return event.data.indexes.map((index, n) => placeOf(index, event.data.lanes?.[n], event.data.hosts?.[n]));
    case 'DeliveryGivenUp':
    case 'DeliveryCleared':
      return [];
  }
};

export const lanesOf = (event: RecordedEvent<DeliveryEvent>): readonly string[] => [
  ...new Set(placesOf(event).map(({ id }) => id)),
];

export const evolveLane = (
  work: LaneWork | undefined,
  event: RecordedEvent<DeliveryEvent>,
  id: string,
): LaneWork | undefined => {
  const places = placesOf(event).filter((place) => place.id === id);
  const members = places.reduce((before, { index }) => after(before, event, index), work?.members ?? []);
  const [first] = members;
  if (first === undefined) return undefined;
  const host = work?.host ?? places[0]?.host ?? null;
  return { subject: 'lane', kind: 'delivery.attempt', dueAt: dueAtOf(first, members), host, members };
};

/** The turn of the first one, or the refusal of one too many: the list stays short while its first one waits. */
const dueAtOf = (first: LaneMember, members: readonly LaneMember[]): string => {
  const tooMany = members[limits.deliveriesOpenPerDestinationMax]?.since ?? NEVER;
  return tooMany < first.dueAt ? tooMany : first.dueAt;
};

const after = (
  members: readonly LaneMember[],
  event: RecordedEvent<DeliveryEvent>,
  index: number,
): readonly LaneMember[] => {
  const deliveryId = idOf(event.stream);
  const isIt = (one: LaneMember): boolean => one.deliveryId === deliveryId && one.index === index;
  if (event.type === 'DeliveryAttempted') {
    const { status, attemptedAt } = event.data;
    if (status !== 'retrying') return members.filter((one) => !isIt(one));
    return members.map((one) =>
      isIt(one) ? { ...one, round: one.round + 1, dueAt: nextAttemptAt(attemptedAt, one.round + 1) } : one,
    );
  }
  const since = event.metadata.at;
  const isHeld = (event.type === 'DeliveryRequested' && event.data.later === true) || members.length > 0;
  // One that is not held is attempted within its request; that attempt is late by then, and its process has died.
  const dueAt = isHeld ? since : addMs(since, limits.deliveryGraceMs);
  return [...members, { deliveryId, index, since, isHeld, round: 0, dueAt }];
};

/** The first one, once its time has come. */
export const dueMember = ([first]: readonly LaneMember[], now: string): LaneMember | undefined =>
  first !== undefined && first.dueAt <= now ? first : undefined;
