import test from 'ava';
import { createQueryCheck } from '../../../../src/http/gates/check-query.ts';
import { isRefusal, type Refusal } from '../../../../src/http/errors/refusal.ts';
import { integer, object, oneOf, optional, string } from '../../../../src/kernel/shape.ts';

const shape = object({
  limit: optional(integer({ minimum: 1, maximum: 100 })),
  kind: optional(oneOf(['a', 'b'])),
  text: optional(string({ maxLength: 5 })),
});
const check = createQueryCheck(shape);

test('a declared value has its type', (t) => {
  t.deepEqual(check('limit=20&kind=a&text=x'), { limit: 20, kind: 'a', text: 'x' });
  t.deepEqual(check(''), {});
  t.deepEqual(check('text=12'), { text: '12' });
  t.deepEqual(check('text=%zz'), { text: '%zz' });
});

const bad: Readonly<Record<string, string>> = {
  'limit=0': '/limit',
  'limit=101': '/limit',
  'limit=1.5': '/limit',
  'limit=1e1': '/limit',
  'limit=': '/limit',
  'limit=%20 5': '/limit',
  'limit=1&limit=2': '/limit',
  'limit=99999999999999999999': '/limit',
  'kind=A': '/kind',
  'text=123456': '/text',
  'text=%00': '/text',
};

for (const [query, pointer] of Object.entries(bad)) {
  test(`refused: ${query}`, (t) => {
    const answer = check(query);
    t.true(isRefusal(answer));
    t.like(answer, { code: 'validation_failed' });
    t.is((answer as unknown as { detail: [{ pointer: string }] }).detail[0].pointer, pointer);
    t.true(String((answer as Refusal).message).startsWith(`The query parameter ${pointer.slice(1)} must `));
  });
}

const pointersOf = (answer: unknown): readonly string[] =>
  (answer as { detail: readonly { pointer: string }[] }).detail.map(({ pointer }) => pointer);

test('every parameter that is wrong is named, and so is each that is not known', (t) => {
  const answer = check('limit=0&kind=c&other=1&text=a&text=b');
  t.like(answer, { code: 'validation_failed' });
  t.deepEqual([...pointersOf(answer)].toSorted(), ['/kind', '/limit', '/other', '/text']);
  t.deepEqual(pointersOf(createQueryCheck()('limit=1')), ['/limit'], 'also where there is no query at all');
});

test('names of prototypes are names like any other', (t) => {
  t.deepEqual(pointersOf(check('__proto__=1&constructor=2&toString=3')), ['/__proto__', '/constructor', '/toString']);
});

test('a member that is missing may have a code of its own', (t) => {
  const checkId = createQueryCheck(object({ id: string({ minLength: 1 }) }), { id: 'workspace_id_required' });
  for (const query of ['', 'id=', 'other=1']) t.like(checkId(query), { code: 'workspace_id_required' }, query);
  t.deepEqual(checkId('id=x'), { id: 'x' });
});
