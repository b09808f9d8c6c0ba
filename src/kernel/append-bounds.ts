/** The bounds of an append, the same for every store: otherwise the log of one store would not fit another. */
import { assert, Fault } from './faults.ts';
import { limits } from './limits.ts';

type Sized = { readonly id: string; readonly type: string; readonly data: string; readonly metadata: string };

/** Bytes that an event counts for: data and metadata as UTF-8 and the type as UTF-16, as EventStoreDB counts them. */
export const eventBytes = (event: Sized): number =>
  Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata) + 2 * event.type.length;

/**
 * Bytes of a whole append. Throws fault `too_large` when an event or the append is over its bound. The caller has a bug
 * (BrokenInvariant) if it appends no events, or one without id or type. So it has with text that UTF-8 cannot hold.
 */
export const checkAppend = (events: readonly Sized[]): number => {
  assert(events.length > 0, 'an append has at least one event');
  let total = 0;
  for (const event of events) {
    assert(event.id !== '' && event.type !== '', 'an event has an id and a type');
    assert(event.data.isWellFormed() && event.metadata.isWellFormed(), 'an event holds well-formed text');
    assert(event.id.isWellFormed() && event.type.isWellFormed(), 'an event has a well-formed id and type');
    const bytes = eventBytes(event);
    if (bytes > limits.eventBytesMax) throw tooLarge('an event', bytes, limits.eventBytesMax);
    total += bytes;
  }
  if (total > limits.appendBytesMax) throw tooLarge('an append', total, limits.appendBytesMax);
  return total;
};

const tooLarge = (what: string, bytes: number, bytesMax: number): Fault =>
  new Fault('too_large', `${what} of ${bytes} bytes is over the bound of ${bytesMax}`, { detail: { bytes, bytesMax } });
