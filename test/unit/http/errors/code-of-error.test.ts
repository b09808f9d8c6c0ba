import test from 'ava';
import { codeOfError } from '../../../../src/http/middleware/answer-errors.ts';
import { bodyIn } from '../../../../src/kernel/damaged-document.ts';
import { BrokenInvariant, Fault } from '../../../../src/kernel/faults.ts';

const rows = [
  ['unavailable', 'service_unavailable'],
  ['conflict', 'service_unavailable'],
  ['cancelled', 'service_unavailable'],
  ['ambiguous', 'outcome_unknown'],
  ['unknown_outcome', 'outcome_unknown'],
  ['corrupt', 'log_corrupt'],
  ['lost', 'content_lost'],
  ['not_found', 'internal_error'],
  ['invalid', 'internal_error'],
  ['too_large', 'internal_error'],
  ['rejected', 'internal_error'],
] as const;

for (const [fault, code] of rows) {
  test(`a fault ${fault} is answered ${code}`, (t) => t.is(codeOfError(new Fault(fault, 'x')), code));
}

test('a damaged document is no damage of the log: its read model is built anew', (t) => {
  const damaged = t.throws(() => bodyIn<object>('job@1', 'job_1', '{"status":'), { instanceOf: Fault });
  t.is(damaged.code, 'corrupt');
  t.is(codeOfError(damaged), 'service_unavailable');
});

test('everything else is our own failure', (t) => {
  for (const error of [new BrokenInvariant('x'), new TypeError('x'), 'text', undefined, { code: 'unavailable' }]) {
    t.is(codeOfError(error), 'internal_error');
  }
});
