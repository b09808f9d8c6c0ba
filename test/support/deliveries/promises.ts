/** The promises of deliveries and uploads, checked on a whole log and on its receivers. For runs that ended. */
import { idOf, type RecordedEvent } from '../../../src/kernel/event.ts';
import type { ObjectStore } from '../../../src/ports/object-store.ts';

/** One POST that a receiver got, in their order. */
export type Received = { readonly url: string; readonly id: string };

type Data = {
  readonly index?: number;
  readonly status?: string;
  readonly destinations?: readonly { readonly host: string | null }[];
  readonly key?: string;
  readonly asset?: { readonly key: string };
};
const dataOf = ({ data }: RecordedEvent): Data => data as Data;
const ofType = (events: readonly RecordedEvent[], type: string): readonly RecordedEvent[] =>
  events.filter((event) => event.type === type);

/** Each destination of each request: its delivery, its place, its host and its last outcome. */
const destinationsIn = (events: readonly RecordedEvent[]) => {
  const attempts = ofType(events, 'DeliveryAttempted');
  return ofType(events, 'DeliveryRequested').flatMap((request) =>
    (dataOf(request).destinations ?? []).map(({ host }, index) => {
      const own = attempts.filter((one) => one.stream === request.stream && dataOf(one).index === index);
      const last = own.at(-1);
      return { id: idOf(request.stream), index, host, status: last === undefined ? 'pending' : dataOf(last).status };
    }),
  );
};

/** Destinations that get another attempt. */
export const openDeliveries = (events: readonly RecordedEvent[]): readonly string[] =>
  destinationsIn(events).flatMap(({ id, status }) => (status === 'pending' || status === 'retrying' ? [id] : []));

/** `told`: the ids of which clients were told. Receivers take whatever comes, each at a host of its own. */
export const brokenDeliveries = (
  events: readonly RecordedEvent[],
  received: readonly Received[],
  told: readonly string[],
): readonly string[] => {
  const asked = destinationsIn(events);
  const hostOf = ({ url }: Received): string => new URL(url).hostname;
  const known = new Set(asked.map(({ id }) => id));
  const hosts = [...new Set(asked.map(({ host }) => host ?? ''))];
  return [
    ...told.filter((id) => !known.has(id)).map((id) => `a client was told of ${id}, which is lost`),
    ...received.filter(({ id }) => !known.has(id)).map(({ id }) => `${id} was sent and is not in the log`),
    ...asked.flatMap(({ id, index, host, status }) => [
      ...(status === 'delivered' ? [] : [`${id} is ${status} at ${index}`]),
      ...(received.some((one) => one.id === id && hostOf(one) === host) ? [] : [`${id} never reached ${host}`]),
    ]),
    ...hosts.flatMap((host) => {
      const first = [...new Set(received.filter((one) => hostOf(one) === host).map(({ id }) => id))];
      const wanted = asked.filter((one) => one.host === host).map(({ id }) => id);
      return first.join() === wanted.join() ? [] : [`${host} got ${first.join()}, not ${wanted.join()}`];
    }),
  ];
};

/** `put`: uploads whose bytes arrived whole. Each is registered with its bytes, and the place of each is empty. */
export const brokenUploads = async (
  objects: Pick<ObjectStore, 'head'>,
  events: readonly RecordedEvent[],
  put: readonly string[],
): Promise<readonly string[]> => {
  const registered = new Map(ofType(events, 'UploadRegistered').map((event) => [idOf(event.stream), dataOf(event)]));
  const findings: string[] = put.filter((id) => !registered.has(id)).map((id) => `${id} arrived and is no asset`);
  for (const [id, { asset }] of registered) {
    if ((await objects.head(asset?.key ?? '')) === undefined) findings.push(`${id} is registered without its bytes`);
  }
  for (const event of ofType(events, 'UploadOffered')) {
    if ((await objects.head(dataOf(event).key ?? '')) !== undefined)
      findings.push(`${event.stream} left its place full`);
  }
  return findings;
};

/** Days after the last attempt no sealed content is left. */
export const contentLeft = async (
  objects: Pick<ObjectStore, 'head'>,
  events: readonly RecordedEvent[],
): Promise<readonly string[]> => {
  const asked = ofType(events, 'DeliveryRequested').map(({ stream, metadata }) => ({
    id: idOf(stream),
    key: `${metadata.workspaceId}/deliveries/${idOf(stream)}`,
  }));
  const left = await Promise.all(asked.map(async ({ key }) => (await objects.head(key)) !== undefined));
  return asked.flatMap(({ id }, n) => (left[n] === true ? [`the content of ${id} was left behind`] : []));
};
