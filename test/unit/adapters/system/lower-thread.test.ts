/** A thread with a lower priority leaves the others of its process alone. */
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import test from 'ava';

const module = new URL('../../../../src/adapters/system/lower-thread.ts', import.meta.url).href;
const code = `
  const { parentPort } = require('node:worker_threads');
  const { readFileSync } = require('node:fs');
  import(${JSON.stringify(module)}).then(({ lowerThread }) => {
    lowerThread(7);
    parentPort.postMessage(process.platform === 'linux' ? readFileSync('/proc/thread-self/stat', 'utf8') : '');
  });
`;

/** proc(5): the 19th field; the second may have spaces, and ends with the last parenthesis. */
const nicenessOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);

test('the priority of one thread is lowered, where threads have one', async (t) => {
  const before = getPriority();
  const worker = new Worker(code, { eval: true });
  const stat = await new Promise<string>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();
  if (process.platform !== 'linux') {
    t.is(stat, '');
    return;
  }
  t.is(nicenessOf(stat), 7);
  t.is(nicenessOf(readFileSync('/proc/thread-self/stat', 'utf8')), before);
});
