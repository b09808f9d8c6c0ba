/** A real service with doubles of engines. Its way into the log can be made to fail, or to keep its answers back. */
import type { ExecutionContext } from 'ava';
import { Fault } from '../../../src/kernel/faults.ts';
import { quickMusic, quickSpeech, quickVideo } from '../../support/engines/media-engines.ts';
import { type Hosts, hostsOf } from '../../support/application/hosts.ts';
import { quickEngine, quickMakers } from '../../support/engines/quick-makers.ts';
import type { HttpAnswer, HttpRequest } from '../../support/http/http-call.ts';
import { createClient } from '../../support/http/http-client.ts';
import { eventually } from '../../support/kernel/eventually.ts';
import { typeOf } from '../../support/log/watched-commands.ts';
import { withCommands } from '../../support/service/doctored.ts';
import { givenService } from '../../support/service/real-service.ts';
import type { Record } from './record.ts';
import { type Called, createCallbackAddresses } from '../../../src/application/services/callback-addresses.ts';
import type { Core } from '../../../src/main/core.ts';

/** Words at which the painter breaks off, and never tells the outcome. */
export const UNTOLD = 'UNTOLD';

type Trap = { error: Error | null; open: Promise<void> | null; kept: number };

const trapped = (trap: Trap) => {
  const fail = (): void => {
    if (trap.error !== null) throw trap.error;
  };
  return withCommands((commands) => ({
    handle: async (decider, stream, command, context) => {
      fail();
      if (trap.open !== null && typeOf(command) === 'AnswerRequest') {
        trap.kept += 1;
        await trap.open;
      }
      return commands.handle(decider, stream, command, context);
    },
    read: async (decider, stream) => {
      fail();
      return commands.read(decider, stream);
    },
    readRecent: async (decider, stream, ageMaxMs) => {
      fail();
      return commands.readRecent(decider, stream, ageMaxMs);
    },
  }));
};

/** Of a host that is approved for previews: a picture, a page, a file that is too large, and a failure. */
const shown: Hosts = {
  'https://shown.test/picture': Buffer.from('GIF89a, and its pixels'),
  'https://shown.test/page': Buffer.from('<html></html>'),
  'https://shown.test/film': 'answer_too_large',
  'https://shown.test/failure': 500,
};

export type Sent = Omit<HttpRequest, 'path'> & {
  readonly path: string;
  readonly sub?: string;
  readonly scope?: string;
};

export const givenStatusWorld = async (t: ExecutionContext, record: Record) => {
  const trap: Trap = { error: null, open: null, kept: 0 };
  const painter = quickEngine({
    repeat: 'never',
    onCall: ({ prompt }) => {
      if (prompt.includes(UNTOLD)) throw new Fault('unknown_outcome', 'the connection broke');
    },
  });
  const makers = quickMakers(painter, quickMusic(), quickSpeech(), quickVideo());
  const service = await givenService(t, {
    makers,
    doctor: trapped(trap),
    outbound: hostsOf(shown),
    env: {
      PREVIEW_APPROVED_HOSTS: 'shown.test',
      // It is never called: no workspace with a key of its own asks for a clip.
      PROVIDER_A_URL: 'http://127.0.0.1:9',
      PROVIDER_A_PRICES: '{"clip":9}',
    },
  });
  const limited = await givenService(t, {
    makers,
    env: { RATE_LIMITS: '{"Read":1,"Plan":1,"Mutate":1,"Spend":1,"Approve":1,"Admin":1}' },
  });

  /** As a caller of some name and scope; paths without a slash before them are under `/api/v1/`. */
  const send = async ({ path, sub = 'alice', scope, headers, ...request }: Sent, at = service): Promise<HttpAnswer> =>
    record.ask(at.baseUrl, {
      ...request,
      path: path.startsWith('/') ? path : `/api/v1/${path}`,
      headers: { authorization: `Bearer ${await at.token(sub, scope)}`, ...headers },
    });

  /** Requests of `then` meet this error behind the first gates. */
  const whileFailing = async (error: Error, then: () => Promise<unknown>): Promise<void> => {
    trap.error = error;
    await then().finally(() => (trap.error = null));
  };

  /** The same call twice under one key, the second while the answer of the first is kept back; answers that first. */
  const twice = async (sent: Sent): Promise<HttpAnswer> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    trap.open = promise;
    trap.kept = 0;
    const headers = {
      ...sent.headers,
      'idempotency-key': `twice-${sent.path.slice(-80)}-${JSON.stringify(sent.body).length}`,
    };
    const first = send({ ...sent, headers });
    first.catch(() => undefined);
    try {
      await eventually('the first answer is kept back', () => trap.kept > 0);
      await send({ ...sent, headers });
    } finally {
      trap.open = null;
      resolve();
    }
    return first;
  };

  const client = createClient(service.baseUrl, await service.token());
  return { service, limited, send, twice, whileFailing, client };
};

export type StatusWorld = Awaited<ReturnType<typeof givenStatusWorld>>;

/** The path under `/api/v1/` at which a provider calls for an attempt. */
export const callbackOf = ({ signer, system }: Core, called: Called): string => {
  const publicUrl = 'https://studio.test';
  const address = createCallbackAddresses({ signer, clock: system.clock, publicUrl }).of(called);
  return String(address).replace(`${publicUrl}/api/v1/`, '');
};
