import test from 'ava';
import {
  identityOf,
  type KnownPictures,
  referencesOf,
  resolveReferences,
  unavailableIn,
  whyUnavailable,
  withoutSignature,
} from '../../../../src/application/projects/reference-plates.ts';
import type { FetchedReference } from '../../../../src/application/services/references.ts';
import { noUploads } from '../../../support/application/no-uploads.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';

const key = `ws_one/assets/${'a'.repeat(64)}.png`;
const fetchedKey = `ws_one/assets/${'b'.repeat(64)}.png`;
const own = `https://studio.test/api/v1/objects/${key}`;
const elsewhere = 'https://user:word@a.test/p.png?token=secret#part';

/** Of one address, and the addresses that were fetched. */
const resolved = async (
  url: string,
  found: FetchedReference = { assetKey: null, trouble: 'not_fetched' },
  { workspaceId = 'ws_one', known = new Map() }: { workspaceId?: string; known?: KnownPictures } = {},
) => {
  const asked: string[] = [];
  const obtain = async (_: string, urls: readonly string[]) => {
    asked.push(...urls);
    return Promise.resolve(new Map(urls.map((each) => [each, found])));
  };
  const storyboard = { frames: [], referenceImageUrls: [url] };
  const resolve = await resolveReferences({ obtain, ...noUploads }, workspaceId, storyboard, known);
  return { ...resolve(url), asked };
};

test('an address of an object of the workspace names it, signed or not, and is not fetched', async (t) => {
  for (const url of [own, `${own}?expires=1&signature=x`, `https://s3.test/bucket/${key}?X-Amz-Signature=x`]) {
    t.like(await resolved(url), { plate: { url, assetKey: key }, trouble: null, asked: [] }, url);
  }
});

test('an object of another tenant is neither fetched nor available', async (t) => {
  const found = await resolved(own, { assetKey: fetchedKey }, { workspaceId: 'ws_two' });
  t.like(found, { plate: { assetKey: null }, trouble: 'not_fetched', asked: [] });
});

test('any other address is fetched, and its picture is one of the workspace', async (t) => {
  for (const url of [`${own}/x`, own.replace('assets', 'artifacts'), `https://a.test/x${key}`, 'https://a.test/']) {
    const found = await resolved(url, { assetKey: fetchedKey });
    t.like(found, { plate: { assetKey: fetchedKey }, trouble: null, asked: [url] }, url);
    t.is(identityOf(found), fetchedKey, 'another address of the same picture is the same reference');
  }
});

test('an address that the project has generated with keeps its picture', async (t) => {
  const known = new Map([[sha256(elsewhere), key]]);
  const found = await resolved(elsewhere, { assetKey: fetchedKey }, { known });
  t.like(found, { plate: { assetKey: key }, trouble: null, asked: [] });
});

test('an address elsewhere is shown without its user, query and fragment', async (t) => {
  const { plate } = await resolved(elsewhere);
  t.deepEqual(plate, { url: 'https://a.test/p.png', assetKey: null, addressHash: sha256(elsewhere) });
  for (const url of ['https://', 'data:image/png;base64,AA', 'blob:https://a.test/x']) {
    t.is((await resolved(url)).plate.url, 'about:invalid', url);
  }
});

test('a refusal names the places of its addresses, and no address', async (t) => {
  const storyboard = {
    frames: [{ prompt: 'x', referenceImageUrls: [own, elsewhere] }],
    referenceImageUrls: [elsewhere],
  };
  const obtain = async () => Promise.resolve(new Map([[elsewhere, { assetKey: null, trouble: 'not_given' } as const]]));
  const resolve = await resolveReferences({ obtain, ...noUploads }, 'ws_one', storyboard);
  const unavailable = unavailableIn(
    referencesOf(storyboard, { prompt: 'x', referenceImageUrls: [own, elsewhere] }, 0),
    resolve,
  );
  t.deepEqual(
    unavailable.map(({ pointer }) => pointer),
    ['/frames/0/referenceImageUrls/1', '/referenceImageUrls/0'],
  );
  const refusal = whyUnavailable(unavailable);
  t.like(refusal, { kind: 'refused', code: 'reference_unavailable', detail: unavailable });
  t.notRegex(JSON.stringify(refusal), /a\.test|secret/);
  t.is(whyUnavailable([]), undefined);
});

test('only its address is stored; other addresses stay as they are', (t) => {
  t.is(withoutSignature(`${own}?expires=1&signature=x`), own);
  t.is(withoutSignature(`${own}#x?y\nz`), own);
  t.is(withoutSignature(own), own);
  for (const url of ['https://a.test/p.png?signature=x', 'https://a.test/api/v1/objects/p.png?v=2']) {
    t.is(withoutSignature(url), url);
  }
});
