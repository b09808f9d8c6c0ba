/** Addresses of callbacks: known by their signature, for one attempt and a time (decision 0117). */
import test from 'ava';
import { makeServiceKey, signerOf } from '../../../../src/adapters/system/service-key.ts';
import { CALLBACKS_PATH, createCallbackAddresses } from '../../../../src/application/services/callback-addresses.ts';
import { assert } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Signer } from '../../../../src/ports/signer.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

const ORIGIN = 'https://studio.test';
const called = { jobId: 'job_a', attemptKey: 'hld_b.3.1.0' };

const given = (signer: Signer = signerOf(makeServiceKey())) => {
  const time = createFakeClock();
  const addresses = createCallbackAddresses({ signer, clock: time.clock, publicUrl: ORIGIN });
  const url = addresses.of(called);
  assert(url?.startsWith(`${ORIGIN}${CALLBACKS_PATH}/`) === true, 'there is an address');
  return { time, addresses, target: url.slice(ORIGIN.length) };
};

/** Each is another text than the one that was signed. */
const forgeries = (target: string): readonly string[] => {
  const signature = target.slice(target.indexOf('&signature=') + '&signature='.length);
  const last = signature.slice(-1);
  return [
    target.replace('job_a', 'job_c'),
    target.replace('hld_b.3', 'hld_b.4'),
    target.replace('.1.0?', '.1.1?'),
    target.replace(/expires=(\d+)/, (_, expires: string) => `expires=${Number(expires) + 1}`),
    target.replace(signature, `${signature.slice(0, -2)}${signature.at(-2) === 'A' ? 'B' : 'A'}${last}`),
    // The same bytes in another spelling.
    target.replace(signature, `${signature.slice(0, -1)}${String.fromCodePoint((last.codePointAt(0) ?? 0) + 1)}`),
    target.replace(signature, ''),
    target.replace(/&signature=.*/, ''),
    `${target}&again=1`,
    `${target}#`,
    target.replace(/\?(expires=\d+)&(.*)/, '?$2&$1'),
    target.replace('hld_b', 'hld%5fb'),
    `${CALLBACKS_PATH}/`,
    '',
  ];
};

test('an address is known again, by any process with the key', (t) => {
  const signer = signerOf(makeServiceKey());
  const { target } = given(signer);
  t.deepEqual(given(signer).addresses.verify(target), called);
});

test('any other address is not', (t) => {
  const { addresses, target } = given();
  for (const forged of forgeries(target)) t.is(addresses.verify(forged), undefined, forged);
  t.is(given().addresses.verify(target), undefined, 'under another key');
});

test('after its time it is not known any more', async (t) => {
  const { time, addresses, target } = given();
  await time.advance(limits.callbackTtlMs - 1);
  t.deepEqual(addresses.verify(target), called);
  await time.advance(1_001);
  t.is(addresses.verify(target), undefined);
});

test('it outlives any work that is waited for', (t) => {
  t.true(limits.callbackTtlMs > limits.submittedMaxMs + limits.dispatchUnknownMaxMs);
});

test('without a public address there is none', (t) => {
  const { clock } = createFakeClock();
  t.is(createCallbackAddresses({ signer: signerOf(makeServiceKey()), clock, publicUrl: null }).of(called), null);
});

test('sabotage: a signer that holds whatever it is shown is found by the forgeries', (t) => {
  const { addresses, target } = given({ ...signerOf(makeServiceKey()), holds: () => true });
  t.true(forgeries(target).some((forged) => addresses.verify(forged) !== undefined));
});
