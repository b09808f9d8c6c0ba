import test from 'ava';
import { originOf } from '../../../src/main/service.ts';

test('an address of any kind is one that URLs can begin with', (t) => {
  for (const host of ['127.0.0.1', '::1', '::', 'studio.example']) {
    t.is(new URL(`${originOf({ host, port: 8081 })}/x`).port, '8081', host);
  }
});
