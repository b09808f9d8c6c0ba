import type { EventDefinition } from '../../../src/kernel/event.ts';
import { createEventCodec, type EventCodec } from '../../../src/schema/event-codec.ts';
import { deepFreeze } from '../kernel/deep-freeze.ts';

/** A codec that freezes all that it hands out, so that code which changes an event fails. */
export const createStrictCodec = (definitions?: readonly EventDefinition[]): EventCodec => {
  const codec = createEventCodec(definitions);
  return Object.freeze({
    ...codec,
    encode: (event, place) => {
      const encoded = codec.encode(event, place);
      deepFreeze(encoded.recorded.data);
      return encoded;
    },
    decode: (stored) => deepFreeze(codec.decode(stored)),
    decodeOnce: (stored) => deepFreeze(codec.decodeOnce(stored)),
    decodeData: (stored) => deepFreeze(codec.decodeData(stored)),
  } satisfies EventCodec);
};
