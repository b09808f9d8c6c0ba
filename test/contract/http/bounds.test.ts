/** Each bound that a declaration names for a member of a body or a query holds: at it, and one past it. */
import test from 'ava';
import { operations } from '../../../src/http/contract/operations/registry.ts';
import type { Operation } from '../../../src/http/contract/operation.ts';
import { exampleOf } from '../../../src/http/openapi/example.ts';
import { type ApiRequest, sharedApi } from '../../spec/api-spec.ts';
import type { HttpAnswer } from '../../support/http/http-call.ts';
import { askOf } from '../../support/http/ask-of.ts';

type Json = Readonly<Record<string, unknown>>;

/** A value, and whether it is within the bound. */
type Probe = readonly [value: unknown, fine: boolean];

const text = (length: number): string => 'x'.repeat(length);

/** A text of a length that holds to the form of the member; undefined where it has a form of its own. */
const textFor = ({ format, pattern }: Json, length: number): string | undefined => {
  const made = format === 'uri' ? `${ADDRESS}${text(length - ADDRESS.length)}` : text(length);
  return typeof pattern === 'string' && !new RegExp(pattern, 'u').test(made) ? undefined : made;
};

const ADDRESS = 'https://a.test/';

const lengths = (shape: Json): readonly Probe[] => {
  const { minLength, maxLength, format } = shape;
  const fits = typeof maxLength === 'number' ? textFor(shape, maxLength) : undefined;
  return [
    ...(typeof minLength === 'number' && format === undefined ? [[text(minLength - 1), false] as const] : []),
    ...(typeof minLength === 'number' && textFor(shape, minLength) === text(minLength)
      ? [[text(minLength), true] as const]
      : []),
    ...(fits === undefined ? [] : [[fits, true] as const]),
    ...(typeof maxLength === 'number' ? [[text(maxLength + 1), false] as const] : []),
  ];
};

const numbers = ({ minimum, maximum, type }: Json): readonly Probe[] => {
  const step = type === 'integer' ? 1 : 0.001;
  return [
    ...(typeof minimum === 'number'
      ? ([
          [minimum, true],
          [minimum - step, false],
        ] as const)
      : []),
    ...(typeof maximum === 'number'
      ? ([
          [maximum, true],
          [maximum + step, false],
        ] as const)
      : []),
  ];
};

/** Elements that differ, as far as their texts and whole numbers can: some lists may name nothing twice. */
const elementOf = (shape: Json, index: number): unknown => {
  const example = exampleOf(shape);
  if (shape['type'] === 'string' && shape['enum'] === undefined && shape['format'] === undefined) {
    return `${String(example)}-${index}`;
  }
  const members = Object.entries((shape['properties'] ?? {}) as Readonly<Record<string, Json>>);
  const counted = members.filter(([, { type }]) => type === 'integer').map(([name]) => [name, index] as const);
  return counted.length === 0 ? example : { ...(example as Json), ...Object.fromEntries(counted) };
};

const lists = ({ items, minItems, maxItems }: Json): readonly Probe[] => {
  const many = (count: number): readonly unknown[] =>
    Array.from({ length: count }, (_, index) => elementOf(items as Json, index));
  return [
    ...(typeof minItems === 'number'
      ? ([
          [many(minItems), true],
          [many(minItems - 1), false],
        ] as const)
      : []),
    ...(typeof maxItems === 'number'
      ? ([
          [many(maxItems), true],
          [many(maxItems + 1), false],
        ] as const)
      : []),
  ];
};

const choices = ({ enum: values }: Json): readonly Probe[] =>
  Array.isArray(values) ? [...values.map((value): Probe => [value, true]), [`${String(values[0])}x`, false]] : [];

const probesOf = (shape: Json): readonly Probe[] => [
  ...(Array.isArray(shape['enum']) ? choices(shape) : lengths(shape)),
  ...numbers(shape),
  ...(shape['type'] === 'array' ? lists(shape) : []),
];

const keyed = (operation: Operation): ApiRequest => ({ ...askOf(operation), headers: { 'idempotency-key': 'k' } });

type Place = { readonly pointer: readonly string[]; readonly shape: Json };

/** Every member of a shape, at any depth; of a list its first element. */
const placesIn = (shape: Json, pointer: readonly string[] = []): readonly Place[] => {
  const members = Object.entries((shape['properties'] ?? {}) as Readonly<Record<string, Json>>);
  const items = shape['items'] as Json | undefined;
  return [
    ...(pointer.length === 0 ? [] : [{ pointer, shape }]),
    ...members.flatMap(([name, member]) => placesIn(member, [...pointer, name])),
    ...(items === undefined ? [] : placesIn(items, [...pointer, '0'])),
  ];
};

/** A value with another one at a place. Parents that its example leaves out are made of their own. */
const withValue = (shape: Json, good: unknown, [name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value;
  const inner = (shape['items'] ?? (shape['properties'] as Readonly<Record<string, Json>>)[name]) as Json;
  const known = good ?? exampleOf(shape);
  if (shape['items'] !== undefined) {
    const [first, ...others] = known as readonly unknown[];
    return [withValue(inner, first ?? exampleOf(inner), rest, value), ...others];
  }
  const before = (known as Json)[name] ?? exampleOf(inner);
  return { ...(known as Json), [name]: withValue(inner, before, rest, value) };
};

type When = (request: ApiRequest) => Promise<Pick<HttpAnswer, 'status' | 'body' | 'text'>>;

/** Whether the answer says that the value at this place, or a part of it, is wrong. */
const blames = ({ body }: Pick<HttpAnswer, 'body'>, pointer: readonly string[]): boolean =>
  ((body['details'] ?? []) as readonly { readonly pointer?: string }[]).some((detail) =>
    `${detail.pointer ?? ''}/`.startsWith(`/${pointer.join('/')}/`),
  );

/** Bounds that do not hold, in words. A value within its bounds may be refused for another reason, such as a rule. */
const flawsOf = async (operation: Operation, when: When, requestFor: RequestFor, shape: Json) => {
  const flaws: string[] = [];
  let probed = 0;
  for (const place of placesIn(shape)) {
    for (const [value, fine] of probesOf(place.shape)) {
      const { missing = {} } = operation;
      // An absent or empty one has a code of its own.
      if (place.pointer.join() in missing && value === '') continue;
      probed += 1;
      const request = requestFor(place, value);
      // A rule of the whole body is no bound of this member.
      if (fine && (operation.rules ?? []).some(({ flaws: broken }) => broken(request.body).length > 0)) continue;
      const answer = await when(request);
      const isRefused = answer.status >= 400 && blames(answer, place.pointer);
      const told = `${place.pointer.join('/')}: ${JSON.stringify(value)?.slice(0, 60)}: ${answer.text.slice(0, 200)}`;
      if (isRefused === fine) flaws.push(told);
      if (!fine && answer.status !== operation.schemaFailureStatus) flaws.push(`status of ${told}`);
    }
  }
  return { flaws, probed };
};

type RequestFor = (place: Place, value: unknown) => ApiRequest;

const inBody =
  (operation: Operation, shape: Json): RequestFor =>
  ({ pointer }, value) => ({
    ...keyed(operation),
    body: withValue(shape, exampleOf(shape), pointer, value),
  });

/** With the other parameters that the operation needs. */
const inQuery =
  (operation: Operation, shape: Json): RequestFor =>
  ({ pointer }, value) => {
    const ask = keyed(operation);
    const needed = exampleOf(shape) as Readonly<Record<string, string>>;
    return {
      ...ask,
      path: `${ask.path}?${new URLSearchParams({ ...needed, [pointer.join()]: String(value) }).toString()}`,
    };
  };

const givenApi = sharedApi(test);
let probes = 0;

for (const operation of operations) {
  const { operationId, body, query } = operation;
  if (body !== undefined) {
    test.serial(`${operationId}: each member of the body at its bounds and past them, at any depth`, async (t) => {
      const { when } = await givenApi(t);
      const shape = body as Json;
      const { flaws, probed } = await flawsOf(operation, when, inBody(operation, shape), shape);
      t.deepEqual(flaws, []);
      probes += probed;
    });
  }
  if (query !== undefined) {
    test.serial(`${operationId}: each parameter of the query at its bounds and past them`, async (t) => {
      const { when } = await givenApi(t);
      const { flaws, probed } = await flawsOf(operation, when, inQuery(operation, query), query);
      t.deepEqual(flaws, []);
      probes += probed;
    });
  }
}

test('sabotage: a service that takes everything, and one that takes no length, are found', async (t) => {
  const operation = operations.find(({ operationId }) => operationId === 'createCommerceVideo');
  const shape = operation?.body as Json;
  const all = async () => Promise.resolve({ status: 200, body: {}, text: '' });
  const found = async (when: When) =>
    operation === undefined ? [] : (await flawsOf(operation, when, inBody(operation, shape), shape)).flaws;
  t.true(
    (await found(all)).some((flaw) => flaw.includes('product/title')),
    'also of members of members',
  );
  const details = placesIn(shape).map(({ pointer }) => ({ pointer: `/${pointer.join('/')}` }));
  const none = async () => Promise.resolve({ status: 422, body: { details }, text: '' });
  t.true((await found(none)).length > 10);
});

test.after('the declarations name many bounds', (t) => {
  t.true(probes > 300, String(probes));
});
