/** How keys share partitions. */
import test from 'ava';
import { partitionOf } from '../../../../src/adapters/sqlite/partitions.ts';
import { limits } from '../../../../src/kernel/limits.ts';

test('a key stays in its partition for ever: offsets are kept by partition', (t) => {
  const golden = { 'job-1': 6, 'job-2': 3, 'ledger-ws_0': 2, '': 5, 'job-🎬': 3 };
  t.deepEqual(Object.fromEntries(Object.keys(golden).map((key) => [key, partitionOf(key)])), golden);
});

test('keys spread over all partitions', (t) => {
  const counts = Array.from({ length: limits.messagePartitions }, () => 0);
  const keys = 16_000;
  for (let n = 0; n < keys; n += 1) {
    const partition = partitionOf(`job-job_${n.toString(32)}`);
    counts[partition] = (counts[partition] ?? 0) + 1;
  }
  const fair = keys / limits.messagePartitions;
  t.true(
    counts.every((count) => count > fair * 0.8 && count < fair * 1.2),
    counts.join(' '),
  );
});
