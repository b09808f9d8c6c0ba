import test from 'ava';
import { networkOf } from '../../../../src/http/transport/network-of.ts';

const networks: readonly (readonly [string | undefined, string])[] = [
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::', 'fe80:0:0:0'],
  [undefined, ''],
];

for (const [address, network] of networks) {
  test(`${address} is of ${network}`, (t) => t.is(networkOf(address), network));
}
