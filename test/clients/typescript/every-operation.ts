/** The 34 operations, once each, by the client of openapi-fetch; `typescript.test.ts` writes `calls.ts` beside it. */
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';
import { calls, type Values } from './calls.ts';

const [baseUrl = '', token = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
const kept: Record<string, string> = {};
const value: Values = (text) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => kept[name] ?? '');

const at = (body: unknown, path: readonly string[]): unknown =>
  path.reduce((found: unknown, name) => (found as Record<string, unknown> | undefined)?.[name], body);

const FINAL = ['completed', 'partially_completed', 'failed'];

for (const { operationId, call, keep = [], untilFinal } of calls) {
  let answer = await call(api, value);
  while (untilFinal === true && !FINAL.includes(String(at(answer.data, ['job', 'status'])))) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    answer = await call(api, value);
  }
  const [name, ...path] = keep;
  if (name !== undefined) kept[name] = String(at(answer.data, path));
  console.log(`${operationId} ${answer.response.status}`);
}
