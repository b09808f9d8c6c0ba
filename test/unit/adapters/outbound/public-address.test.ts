import test from 'ava';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from '../../../../src/adapters/outbound/public-address.ts';
import { HOSTILE_ANSWERS, PUBLIC_ADDRESSES } from './hostile.ts';

const hostile = HOSTILE_ANSWERS.filter(({ length }) => length === 1).flat();

/** Those that a rule lets through. */
const passed = (rule: (address: string) => boolean): readonly string[] => hostile.filter(rule);

test('only globally routable unicast is public', (t) => {
  t.deepEqual(passed(isPublicAddress), []);
  t.deepEqual(
    PUBLIC_ADDRESSES.filter((address) => !isPublicAddress(address)),
    [],
  );
});

test('every address of IPv6 outside 2000::/3 is not public', (t) => {
  const first = Array.from({ length: 0x1_00 }, (_, byte) => `${byte.toString(16)}00::1`);
  t.deepEqual(
    first.filter(isPublicAddress).map((address) => address.slice(0, 1)),
    // 2002::/16 and 3fff::/20 are no whole bytes.
    [...Array<string>(16).fill('2'), ...Array<string>(16).fill('3')],
  );
});

test('sabotage: a rule by the library alone lets some through', (t) => {
  const byLibrary = (text: string): boolean => ipaddr.isValid(text) && ipaddr.process(text).range() === 'unicast';
  for (const address of ['::7f00:1', '100:0:0:1::1', '4000::1', '168.63.129.16']) {
    t.true(passed(byLibrary).includes(address), address);
  }
});

test('sabotage: a rule by prefixes of texts lets some through', (t) => {
  const byText = (text: string): boolean => !/^(?:127\.|10\.|192\.168\.|169\.254\.|::1$|f[cde]|localhost)/.test(text);
  t.true(passed(byText).includes('::ffff:127.0.0.1'));
});
