import test from 'ava';
import { plateOf, withoutSignature } from '../../../../src/application/projects/reference-plates.ts';

const key = `ws_one/assets/${'a'.repeat(64)}.png`;
const own = `https://studio.test/api/v1/objects/${key}`;

test('an address of an object of the workspace names it, signed or not', (t) => {
  t.is(plateOf('ws_one', own).assetKey, key);
  t.is(plateOf('ws_one', `${own}?expires=1&signature=x`).assetKey, key);
  t.is(plateOf('ws_two', own).assetKey, null);
  t.is(plateOf('ws_one', `https://s3.test/bucket/${key}?X-Amz-Signature=x`).assetKey, key, 'as S3 signs it');
  for (const url of [`${own}/x`, own.replace('assets', 'artifacts'), `https://a.test/x${key}`, 'https://a.test/']) {
    t.is(plateOf('ws_one', url).assetKey, null, url);
  }
});

test('only its address is stored; other addresses stay as they are', (t) => {
  t.is(withoutSignature(`${own}?expires=1&signature=x`), own);
  t.is(withoutSignature(`${own}#x?y\nz`), own);
  t.is(withoutSignature(own), own);
  for (const url of ['https://a.test/p.png?signature=x', 'https://a.test/api/v1/objects/p.png?v=2']) {
    t.is(withoutSignature(url), url);
  }
});
