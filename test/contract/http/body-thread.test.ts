/** Where bodies are judged: no large one holds up the thread that answers (I25). */
import test from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import { givenApi } from '../../spec/api-spec.ts';

test('a large body is judged on a thread, a small one is not', async (t) => {
  const api = await givenApi(t);
  let threads = 0;
  const count = (): void => {
    threads += 1;
  };
  process.on('worker', count);
  t.teardown(() => process.off('worker', count));
  const create = async (body: Readonly<Record<string, string>>) =>
    api.when({ method: 'POST', path: '/api/v1/projects', body });
  t.is((await create({ name: 'A film' })).status, 200);
  t.is(threads, 0);
  t.is((await create({ name: 'A film', script: 'x'.repeat(limits.bodyInlineBytesMax) })).status, 200);
  t.is(threads, 1);
});
