/** Bodies that count as the same under one key. */
import test from 'ava';
import { operations } from '../../../../src/http/contract/operations/registry.ts';
import type { Operation, Parameters } from '../../../../src/http/contract/operation.ts';
import { isRefusal } from '../../../../src/http/errors/refusal.ts';
import { createJudge, filled } from '../../../../src/http/gates/judge.ts';
import { array, boolean, integer, nullable, object, oneOf, optional, string } from '../../../../src/kernel/shape.ts';

const body = object({
  prompt: string(),
  confirm: optional(boolean()),
  ratio: optional(oneOf(['16:9', '1:1'], { default: '16:9' })),
  count: optional(integer({ default: 1 })),
  seed: optional(nullable(integer())),
  frames: optional(array(object({ note: string(), train: optional(boolean({ default: false })) }))),
  within: optional(object({ mode: optional(string({ default: 'chain' })) })),
});

const hashOf = (value: unknown, operationId = 'make', parameters = {}) =>
  judged({ operationId, body } as Operation, parameters, value);

const judged = (operation: Operation, parameters: Parameters, value: unknown): string | null => {
  const found = createJudge(operation)(Buffer.from(JSON.stringify(value)), parameters);
  if (isRefusal(found)) throw new Error(found.code);
  return found.bodyHash;
};

const plain = { prompt: 'a', frames: [{ note: 'n' }], within: {} };

test('a default that is written out, and confirm, make no other body', (t) => {
  const spelt = {
    confirm: true,
    count: 1,
    within: { mode: 'chain' },
    frames: [{ train: false, note: 'n' }],
    ratio: '16:9',
    prompt: 'a',
  };
  t.is(hashOf(spelt), hashOf(plain));
});

test('anything else does', (t) => {
  const others = [
    hashOf({ ...plain, ratio: '1:1' }),
    hashOf({ ...plain, count: 2 }),
    hashOf({ ...plain, seed: null }),
    hashOf({ ...plain, frames: [{ note: 'n', train: true }] }),
    hashOf({ prompt: 'a', frames: [{ note: 'n' }] }),
    hashOf(plain, 'other'),
    hashOf(plain, 'make', { projectId: 'prj_1' }),
  ];
  t.is(new Set([hashOf(plain), ...others]).size, others.length + 1);
});

test('a body sent to an alias is the body sent to its operation', (t) => {
  const alias = { operationId: 'other', aliasOf: 'make', body } as Operation;
  t.is(judged(alias, {}, plain), hashOf(plain));
});

test('every default of an operation that takes a key is one that is filled in', (t) => {
  const keyed = operations.filter(({ idempotency }) => idempotency !== 'none');
  t.true(keyed.length >= 8);
  const defaults = keyed.flatMap(({ body: shape }) =>
    shape === undefined ? [] : Object.keys(filled(shape, {}) as object),
  );
  for (const name of ['aspectRatio', 'aspect_ratio', 'continuityMode', 'engine', 'duration', 'voice_id']) {
    t.true(defaults.includes(name), name);
  }
  const members = keyed.flatMap(({ body: shape }) => Object.entries(shape?.['properties'] ?? {}));
  const declared = members.filter(([, member]) => 'default' in (member as object)).map(([name]) => name);
  t.deepEqual(new Set(defaults), new Set(declared));
});
