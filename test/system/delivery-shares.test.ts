/** Deliveries of one user leave the places of others free, in however many workspaces: on the real service. */
import test, { type ExecutionContext } from 'ava';
import type { TLSSocket } from 'node:tls';
import { limits } from '../../src/kernel/limits.ts';
import type { Outbound } from '../../src/ports/outbound.ts';
import { openHost, outboundTo, says } from '../support/adapters/tls-hosts.ts';
import type { Client } from '../support/http/http-client.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { givenService } from '../support/service/real-service.ts';
import { expecting } from '../support/service/storyboard-calls.ts';
import { madeWorkspace } from '../support/service/workspace-of.ts';

const WORKSPACES = 5;
const HOSTS = 8;

/** A host that takes requests and does not answer before it is let go. */
const openHanging = async (t: ExecutionContext) => {
  const held: TLSSocket[] = [];
  let hangs = true;
  const host = await openHost(t, (socket) => void (hangs ? held.push(socket) : says('{}')(socket)));
  const letGo = (): void => {
    hangs = false;
    held.forEach(says('{}'));
  };
  return { host, letGo };
};

const deliver = async (client: Client, urls: readonly string[]): Promise<readonly string[]> => {
  const destinations = urls.map((url) => ({ type: 'webhook', url }));
  const sent = await client.post('delivery', { video: { url: 'https://films.example/film.mp4' }, destinations });
  const { results } = expecting(200, sent).body as { results: readonly { readonly status: string }[] };
  return results.map(({ status }) => status);
};

/** A user whose hosts hang, in more workspaces than have places, and the delivery of another one beside it. */
const givenHanging = async (t: ExecutionContext, placesHeld: number, doctor = (outbound: Outbound) => outbound) => {
  const hanging = await openHanging(t);
  const quick = await openHost(t, says('{}'));
  const { outbound } = outboundTo([hanging.host.port, quick.port], { firstByteMs: 60_000 });
  const service = await givenService(t, { outbound: doctor(outbound) });
  const [eve, ann] = [await service.client('eve'), await service.client('ann')];
  const begun: Promise<unknown>[] = [];
  for (let n = 0; n < WORKSPACES; n += 1) {
    const within = eve.within(await madeWorkspace(eve));
    const urls = Array.from({ length: HOSTS }, (_, at) => `https://h${at}-${n}.files.test:${hanging.host.port}/`);
    begun.push(deliver(within, urls));
  }
  await eventually('the places are held', () => hanging.host.requests.length >= placesHeld);
  const delivered = deliver(ann, [`https://other.test:${quick.port}/`]);
  const end = async (): Promise<readonly string[]> => {
    hanging.letGo();
    await Promise.all(begun);
    return delivered;
  };
  return { delivered, quick, end };
};

test('another user is delivered to while one has hosts that hang, in more workspaces than have places', async (t) => {
  const { delivered, end } = await givenHanging(t, limits.outboundCallsPerUserMax);
  t.deepEqual(await delivered, ['delivered'], 'the hosts hang all the time');
  await end();
});

test('sabotage: a client that is not told the maker of a workspace leaves no place to others', async (t) => {
  let asked = false;
  const untold = (outbound: Outbound): Outbound => ({
    call: async (call, read) => {
      asked ||= call.url.startsWith('https://other.test');
      return outbound.call({ ...call, madeBy: call.workspaceId }, read);
    },
  });
  const { quick, end } = await givenHanging(t, limits.outboundCallsMax, untold);
  await eventually('its call is asked for', () => asked);
  for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setTimeout(resolve, 2));
  t.is(quick.connections(), 0);
  t.deepEqual(await end(), ['delivered']);
});
