/** Rules that every declaration holds to, so that what is derived from it holds too. */
import test from 'ava';
import { pathIds } from '../../../../src/http/contract/ids.ts';
import { operations } from '../../../../src/http/contract/operations/registry.ts';
import { namesIn, type Operation } from '../../../../src/http/contract/operation.ts';
import { object, optional, string } from '../../../../src/kernel/shape.ts';
import { nameOf } from '../../../../src/http/contract/shapes/common.ts';
import { compile, compileShape } from '../../../../src/schema/validator.ts';

/** The flaws of a declaration, in words. */
const flaws = (operation: Operation): readonly string[] => {
  const { authority, method, body, anyBody, answers, path, idempotency, location, extension } = operation;
  const members = (body?.['properties'] ?? {}) as Readonly<Record<string, unknown>>;
  const names = namesIn(path);
  const rules: readonly (readonly [boolean, string])[] = [
    // Readers of signed proofs look for the keys under a name that RFC 8615 keeps for such documents.
    [/^\/(api\/v1|\.well-known)\//.test(path), 'stands outside the contract'],
    [names.every((name) => name in pathIds), 'has a parameter that is no known id'],
    // Reads for operators alone are of no workspace.
    [
      authority === null ||
        (method === 'GET') === (authority === 'Read') ||
        (method === 'GET' && authority === 'Admin'),
      'all GETs read or are the operators’, and nothing else reads',
    ],
    [authority !== null || method === 'GET' || anyBody === true, 'a body without a token is looked at'],
    [method !== 'GET' || body === undefined, 'a GET has no body'],
    [authority !== 'Spend' || 'confirm' in members, 'what spends takes confirm'],
    [authority === 'Spend' || !('confirm' in members), 'only what spends takes confirm'],
    [authority !== 'Spend' || idempotency !== 'none', 'what spends takes a key'],
    [body === undefined || body['additionalProperties'] === false, 'members that nobody knows would cost money'],
    [
      (operation.rules ?? []).every(({ of }) => of.length > 0 && of.every((name) => name in members)),
      'a rule looks at members of the body',
    ],
    [!('202' in answers) || location !== undefined, 'a 202 says where to poll'],
    [authority !== null || extension === true, 'only extensions are open to all'],
  ];
  return rules.filter(([holds]) => !holds).map(([, flaw]) => flaw);
};

for (const operation of operations) {
  test(`${operation.operationId} holds to the rules`, (t) => {
    t.deepEqual(flaws(operation), []);
    for (const shape of [operation.body, operation.query, ...Object.values(operation.answers)]) {
      if (shape !== undefined) t.notThrows(() => compileShape(shape)({}), 'is strict JSON Schema');
    }
  });
}

test('ids and places are their own', (t) => {
  for (const key of [
    ({ operationId }: Operation) => operationId,
    ({ method, path }: Operation) => `${method} ${path}`,
  ]) {
    t.is(new Set(operations.map(key)).size, operations.length);
  }
});

test('each rule is broken by some declaration', (t) => {
  const [spend] = operations.filter(({ operationId }) => operationId === 'generateStoryboardImages');
  t.truthy(spend);
  const broken: Operation = {
    ...(spend as Operation),
    path: '/v1/{thingId}',
    method: 'GET',
    body: object({ a: optional(string()) }),
    idempotency: 'none',
  };
  t.is(flaws(broken).length, 7);
  const open: Operation = { ...(spend as Operation), body: { type: 'object' }, authority: null };
  t.is(flaws(open).length, 4);
});

test('a name is visible text on one line, whatever of that its pattern says', (t) => {
  const check = compile(nameOf(20));
  const whole = /^(?=.*\S)[^\p{Cc}]+$/u;
  const spaces = [' ', '\u00a0', '\u2003', '\u3000', '\u2028'];
  const controls = ['\t', '\n', '\r', '\0', '\u0007', '\u001b', '\u007f', '\u0085'];
  const parts = ['', 'a', '🎬', 'é', ...spaces, ...controls];
  for (const one of parts) {
    for (const other of parts) {
      for (const name of [`${one}${other}`, `${one}a${other}`, `a${one}${other}`]) {
        // A dot matches no line separator, so this form is stricter than intended.
        const fine = whole.test(name.replaceAll('\u2028', ' '));
        t.is(check(name).ok, fine, JSON.stringify(name));
      }
    }
  }
  const long = check(` ${'\u00a0'.repeat(200_000)}`);
  t.false(long.ok, 'and one that is far too long is judged at once');
});
