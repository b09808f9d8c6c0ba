/** No packet leaves for a hostile address. A socket that begins to connect is counted, whatever comes of it. */
import test from 'ava';
import { Socket } from 'node:net';
import { isPublicAddress } from '../../../../src/adapters/outbound/public-address.ts';
import type { OutboundRefusal } from '../../../../src/ports/outbound.ts';
import { HOSTILE_ANSWERS, HOSTILE_URLS } from './hostile.ts';
import { callTo, openHost, outboundTo, PUBLIC, says, textOf } from '../../../support/adapters/tls-hosts.ts';

/** Counts attempts to connect from here on, of anything in this process. */
const countConnects = (): (() => number) => {
  let begun = 0;
  const connect = Reflect.get(Socket.prototype, 'connect') as (...given: unknown[]) => Socket;
  Reflect.set(Socket.prototype, 'connect', function (this: Socket, ...given: unknown[]) {
    begun += 1;
    return Reflect.apply(connect, this, given);
  });
  return () => begun;
};

const connects = countConnects();

test.serial('a hostile address is refused as it is written: no name is asked for, no socket is opened', async (t) => {
  const host = await openHost(t, says('secret'), { address: '0.0.0.0' });
  let asked = 0;
  const resolve = async (): Promise<string[]> => {
    asked += 1;
    return Promise.resolve([PUBLIC]);
  };
  const { outbound } = outboundTo([host.port, 443], { resolve, isAllowed: () => true });
  const before = connects();
  const passed: string[] = [];
  for (const form of HOSTILE_URLS) {
    const url = form.replaceAll('PORT', String(host.port));
    const outcome = await outbound.call(callTo(url), textOf);
    if (outcome.kind !== 'refused') passed.push(form);
  }
  t.deepEqual(passed, []);
  t.is(asked, 0);
  t.is(connects() - before, 0);
  t.is(host.connections(), 0);
  t.true(HOSTILE_URLS.length > 100, String(HOSTILE_URLS.length));
});

test.serial('a name with an address that is not public is refused, and no socket is opened', async (t) => {
  const host = await openHost(t, says('secret'), { address: '0.0.0.0' });
  const before = connects();
  const refusals = new Map<string, OutboundRefusal | 'none'>();
  for (const answer of HOSTILE_ANSWERS) {
    const rules = { resolve: async () => Promise.resolve(answer), isAllowed: isPublicAddress };
    const { outbound } = outboundTo([host.port], rules);
    const outcome = await outbound.call(callTo(host.url), textOf);
    refusals.set(answer.join(' '), outcome.kind === 'refused' ? outcome.why : 'none');
  }
  const others = [...refusals].filter(([, why]) => why !== 'address_not_public');
  // An empty text is no address, and no address at all is no name.
  t.deepEqual(others, [['', 'name_unknown']]);
  t.is(connects() - before, 0);
  t.is(host.connections(), 0);
});

test.serial('the count sees a call that is allowed', async (t) => {
  const host = await openHost(t, says('hello'));
  const before = connects();
  await outboundTo([host.port]).outbound.call(callTo(host.url), textOf);
  t.is(connects() - before, 1);
  t.is(host.connections(), 1);
});

const forms: readonly [string, OutboundRefusal][] = [
  ['http://files.test/', 'scheme_not_https'],
  ['https://127.1/', 'host_is_address'],
  ['https://[::1]/', 'host_is_address'],
  ['https://localhost/', 'host_not_allowed'],
  ['https://studio.test/', 'host_not_allowed'],
  ['https://a@files.test/', 'userinfo_in_url'],
  ['https://files.test:8443/', 'port_not_allowed'],
  ['https://files.test/#', 'fragment_in_url'],
  ['https://files.test/ ', 'url_malformed'],
  ['https://files.0x7f/', 'url_malformed'],
  [`https://files.test/${'x'.repeat(2_048)}`, 'url_too_long'],
];

test.serial('each form has its own name for the log', async (t) => {
  const { outbound } = outboundTo([443]);
  for (const [url, why] of forms) {
    t.deepEqual(await outbound.call(callTo(url), textOf), { kind: 'refused', why }, url);
  }
});
