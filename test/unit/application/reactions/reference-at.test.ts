/** Unavailable reference pictures: no engine is asked, and the retries end. */
import test from 'ava';
import { referenceAt } from '../../../../src/application/work/content.ts';
import { Fault, type FaultCode } from '../../../../src/kernel/faults.ts';

const failing = (code: FaultCode) => ({
  put: async () => Promise.reject(new Error('nothing is put')),
  get: async () => Promise.reject(new Fault(code, 'ws_1/assets/secret-key.png')),
});

test('one that is not there, or is damaged, is refused for good, without its key', async (t) => {
  for (const code of ['not_found', 'corrupt'] as const) {
    const fault = await t.throwsAsync(referenceAt(failing(code), 'key'), { code: 'rejected' });
    t.false(fault?.message.includes('secret-key'));
  }
});

test('a store that is away is away', async (t) => {
  await t.throwsAsync(referenceAt(failing('unavailable'), 'key'), { code: 'unavailable' });
});
