import test from 'ava';
import { createReferences } from '../../../../src/application/services/references.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { ObjectStore } from '../../../../src/ports/object-store.ts';
import type { OutboundRefusal } from '../../../../src/ports/outbound.ts';
import { type Hosts, hostsOf, namedPictures } from '../../../support/application/hosts.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { noUploads } from '../../../support/application/no-uploads.ts';

const ada = Buffer.from('picture of Ada');
const URL_OF_ADA = 'https://a.test/ada.png?token=x';

const given = (hosts: Hosts, put?: ObjectStore['put']) => {
  const stored: string[] = [];
  const outbound = hostsOf(hosts);
  const time = createFakeClock();
  const keep: ObjectStore['put'] = async (key, _, contentType) => {
    stored.push(`${contentType} ${key}`);
    return Promise.resolve({ key, size: 1, contentType });
  };
  const references = createReferences({
    uploads: noUploads,
    outbound,
    pictures: namedPictures,
    objects: { put: put ?? keep },
    clock: time.clock,
  });
  const fetch = async (url: string, workspaceId = 'ws_1') => (await references.obtain(workspaceId, [url])).get(url);
  return { references, fetch, stored, calls: outbound.calls, called: outbound.called, time };
};

test('a picture is stored under its hash, as one of the workspace', async (t) => {
  const { fetch, stored } = given({ [URL_OF_ADA]: ada });
  const key = `ws_1/assets/${sha256(ada)}.png`;
  t.deepEqual(await fetch(URL_OF_ADA), { assetKey: key });
  t.deepEqual(stored, [`image/png ${key}`]);
});

test('the same bytes have the same key, at any address', async (t) => {
  const { references, stored } = given({ 'https://a.test/1': ada, 'https://b.test/2': ada });
  const found = await references.obtain('ws_1', ['https://a.test/1', 'https://b.test/2', 'https://a.test/1']);
  t.is(new Set([...found.values()].map(({ assetKey }) => assetKey)).size, 1);
  t.is(stored.length, 2, 'an address that is given twice is fetched once');
});

const NOT_FETCHED: readonly OutboundRefusal[] = [
  'address_not_public',
  'host_is_address',
  'scheme_not_https',
  'name_unknown',
  'unreachable',
  'timed_out',
  'certificate_refused',
  'redirected',
  'too_many_calls',
  'answer_broken_off',
];

const troubles: readonly [string, Hosts[string], string][] = [
  ['of a host that answers 404', 404, 'not_given'],
  ['of a host that answers 500', 500, 'not_given'],
  ['with bytes that are no picture', Buffer.from('<html>'), 'not_a_picture'],
  ['with too many bytes', 'answer_too_large', 'too_large'],
  ...NOT_FETCHED.map((why) => [`that is refused for ${why}`, why, 'not_fetched'] as [string, OutboundRefusal, string]),
];

for (const [title, found, trouble] of troubles) {
  test(`an address ${title}: ${trouble}, and nothing is stored`, async (t) => {
    const { fetch, stored, called } = given({ [URL_OF_ADA]: found });
    t.deepEqual(await fetch(URL_OF_ADA), { assetKey: null, trouble });
    t.deepEqual(stored, []);
    await fetch(URL_OF_ADA);
    t.is(called.length, 2, 'a failure is not remembered');
  });
}

test('a picture counts as the one at its address for a minute, in its workspace', async (t) => {
  const hosts: Hosts = { [URL_OF_ADA]: ada };
  const { fetch, called, time } = given(hosts);
  const first = await fetch(URL_OF_ADA);
  hosts[URL_OF_ADA] = Buffer.from('picture of Bob');
  await time.advance(limits.referenceAgeMaxMs - 1);
  t.deepEqual(await fetch(URL_OF_ADA), first);
  t.is(called.length, 1);
  t.not((await fetch(URL_OF_ADA, 'ws_2'))?.assetKey, undefined);
  t.is(called.length, 2, 'a tenant learns nothing of the fetches of another');
  await time.advance(1);
  t.notDeepEqual(await fetch(URL_OF_ADA), first);
});

test('more addresses than a storyboard may have are refused, and none is called', async (t) => {
  const urls = Array.from({ length: limits.referencesFetchedMax + 1 }, (_, n) => `https://a.test/${n}`);
  const { references, called } = given(Object.fromEntries(urls.map((url) => [url, ada])));
  const found = await references.obtain('ws_1', urls);
  t.true([...found.values()].every((one) => one.assetKey === null && one.trouble === 'too_many'));
  t.is(called.length, 0);
  const fit = await references.obtain('ws_1', urls.slice(1));
  t.true([...fit.values()].every(({ assetKey }) => assetKey !== null));
});

test('a store that is away is a fault, and no verdict on the picture', async (t) => {
  const away = async (): Promise<never> => Promise.reject(new Fault('unavailable', 'away'));
  const { fetch } = given({ [URL_OF_ADA]: ada }, away);
  await t.throwsAsync(fetch(URL_OF_ADA), { message: 'away' });
});

test('a call is bounded by the size of a picture and by its time', async (t) => {
  const { fetch, calls } = given({ [URL_OF_ADA]: 'unreachable' });
  await fetch(URL_OF_ADA);
  t.like(calls[0], { method: 'GET', bytesMax: limits.imageBytesMax, totalMs: limits.referenceFetchMs });
});
