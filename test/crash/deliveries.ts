/** Films that are sent to two webhooks, and a picture that is uploaded. */
import { join } from 'node:path';
import { brokenDeliveries, brokenUploads, contentLeft, type Received } from '../support/deliveries/promises.ts';
import { wholeLog } from '../support/log/whole-log.ts';
import { jsonLines } from '../support/process/json-lines.ts';
import type { Scenario } from './harness.ts';
import { prepare } from './prepare.ts';

/** A deed of the client: a film that was sent, by its number, or bytes that were put. */
export type Told = { readonly sent?: number; readonly id?: string; readonly put?: string };

export const DELIVERIES: Scenario = {
  program: join(import.meta.dirname, 'deliveries-child.ts'),
  prepare,
  outside: async () =>
    Promise.resolve({
      verify: async (core, folder) => {
        const events = await wholeLog(core);
        const told = jsonLines<Told>(join(folder, 'told.jsonl'));
        const [ids, put] = [told.flatMap(({ id }) => id ?? []), told.flatMap((one) => one.put ?? [])];
        return [
          ...brokenDeliveries(events, jsonLines<Received>(join(folder, 'received.jsonl')), ids),
          ...(await contentLeft(core.stores.objects, events)),
          ...(await brokenUploads(core.stores.objects, events, put)),
        ];
      },
      close: async () => Promise.resolve(),
    }),
};
