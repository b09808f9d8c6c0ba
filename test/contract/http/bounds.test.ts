/** Each bound that a declaration names for a member of a body holds: at it, and one past it. */
import test from 'ava';
import { operations } from '../../../src/http/contract/operations/registry.ts';
import type { Operation } from '../../../src/http/contract/operation.ts';
import { exampleOf } from '../../../src/http/openapi/example.ts';
import { type ApiRequest, givenApi } from '../../spec/api-spec.ts';
import { jobId, planId, projectId, workspaceId } from '../../support/http/http-samples.ts';

type Json = Readonly<Record<string, unknown>>;

/** A value, and whether it is within the bound. */
type Probe = readonly [value: unknown, fine: boolean];

const text = (length: number): string => 'x'.repeat(length);

const lengths = ({ minLength, maxLength, format, pattern }: Json): readonly Probe[] => {
  // A text of a form of its own cannot be made of one letter.
  if (format !== undefined || pattern !== undefined) return [];
  return [
    ...(typeof minLength === 'number'
      ? ([
          [text(minLength), true],
          [text(minLength - 1), false],
        ] as const)
      : []),
    ...(typeof maxLength === 'number'
      ? ([
          [text(maxLength), true],
          [text(maxLength + 1), false],
        ] as const)
      : []),
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

const lists = ({ items, minItems, maxItems }: Json): readonly Probe[] => {
  const many = (count: number): readonly unknown[] => Array.from({ length: count }, () => exampleOf(items as Json));
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

const ids: Readonly<Record<string, string>> = { projectId, jobId, planId, workspaceId };
const askOf = ({ method, path }: Operation): ApiRequest => ({
  method,
  path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ''),
  headers: { 'idempotency-key': 'k' },
});

/** Members with a meaning beyond their shape: rules of the body, and members that are ids. */
const meansMore = ({ rules = [], missing = {} }: Operation, name: string): boolean =>
  rules.length > 0 || name in missing || name.endsWith('Id');

let probed = 0;

for (const operation of operations.filter(({ body }) => body !== undefined)) {
  test(`${operation.operationId}: each member at its bounds and past them`, async (t) => {
    const api = await givenApi(t);
    const { body: shape } = operation;
    const good = exampleOf(shape as Json) as Json;
    for (const [name, member] of Object.entries((shape?.['properties'] ?? {}) as Readonly<Record<string, Json>>)) {
      for (const [value, fine] of probesOf(member)) {
        const told = `${name}: ${JSON.stringify(value)?.slice(0, 60)}`;
        if (meansMore(operation, name)) continue;
        probed += 1;
        const answer = await api.when({ ...askOf(operation), body: { ...good, [name]: value } });
        if (fine) t.true(answer.status < 300, `${told}: ${answer.text.slice(0, 300)}`);
        else {
          t.is(answer.status, operation.schemaFailureStatus, told);
          const [first] = answer.body['details'] as readonly { readonly pointer: string }[];
          t.is(first?.pointer.split('/')[1], name, told);
          t.is(answer.body['noCreditsSpent'], true);
        }
      }
    }
    t.pass();
  });
}

test.after('the declarations name many bounds', (t) => {
  t.true(probed > 100, String(probed));
});
