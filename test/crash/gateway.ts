/** A provider behind a gateway, which lives on while processes of the service are killed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGatewayDouble } from '../support/gateway/gateway-double.ts';
import { makeMedia } from '../support/gateway/outputs.ts';
import { type Coming, serveGateway, type Trouble } from '../support/gateway/serve-gateway.ts';
import type { Seen } from '../support/gateway/provider-promises.ts';
import type { Outside } from './harness.ts';

/** `forgets`: it takes a known key for new work, and has never seen any key that it is asked about. */
export type Memory = 'keeps' | 'forgets';

const FORGETS: Readonly<Partial<Record<Coming['at'], Trouble>>> = {
  submit: { kind: 'twice' },
  lookup: { kind: 'lies' },
};

export const SEEN_FILE = 'provider.json';

export const gatewayOutside =
  (memory: Memory): Outside =>
  async () => {
    const double = createGatewayDouble({ make: makeMedia, pollAfterMs: 20 });
    const nothing = { teardown: () => undefined };
    const served = await serveGateway(nothing, double, {
      trouble: ({ at }) => (memory === 'forgets' ? FORGETS[at] : undefined),
    });
    return {
      env: { GATEWAY_URL: served.url },
      tell: (folder) => {
        const submits = served.calls.flatMap(({ at, key }) => (at === 'submit' && key !== null ? [key] : []));
        writeFileSync(join(folder, SEEN_FILE), JSON.stringify({ submits, bills: double.bills } satisfies Seen));
      },
      close: served.close,
    };
  };
