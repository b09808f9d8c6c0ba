/** Splits records into requests that a broker takes: so many bytes for a partition, and so many in all. */

export type Sized = { readonly topic: string; readonly partition: number; readonly bytes: number };

/** In order; a record over the bounds goes alone, and the broker judges it. */
export const splitIntoRequests = <R extends Sized>(
  records: readonly R[],
  bounds: { readonly partitionBytesMax: number; readonly requestBytesMax: number },
): readonly (readonly R[])[] => {
  const requests: R[][] = [];
  let request: R[] = [];
  let total = 0;
  let byPartition = new Map<string, number>();
  for (const record of records) {
    const place = placeOf(record);
    const own = (byPartition.get(place) ?? 0) + record.bytes;
    total += record.bytes;
    if (request.length > 0 && (own > bounds.partitionBytesMax || total > bounds.requestBytesMax)) {
      requests.push(request);
      request = [];
      byPartition = new Map();
      total = record.bytes;
    }
    byPartition.set(place, (byPartition.get(place) ?? 0) + record.bytes);
    request.push(record);
  }
  if (request.length > 0) requests.push(request);
  return requests;
};

export const placeOf = ({ topic, partition }: Pick<Sized, 'topic' | 'partition'>): string => `${topic}/${partition}`;
