/**
 * An application that answers every use case with the example of what its operation declares, but for a few samples.
 * It records the calls with their callers, and lets tests replace any use case.
 */
import { Readable } from 'node:stream';
import type { Application, UseCase } from '../../../src/application/application.ts';
import type { Caller } from '../../../src/application/calls/caller.ts';
import { type Body, ok, type StoredAnswer } from '../../../src/application/calls/result.ts';
import type { Read } from '../../../src/application/reading/answers.ts';
import type { Operation } from '../../../src/http/contract/operation.ts';
import { generateImage } from '../../../src/http/contract/operations/images.ts';
import { getJob, pollJob } from '../../../src/http/contract/operations/jobs.ts';
import { getPhotoSequence } from '../../../src/http/contract/operations/photo-sequences.ts';
import { getCapabilities } from '../../../src/http/contract/operations/production.ts';
import { exampleOf } from '../../../src/http/openapi/example.ts';
import { routes } from '../../../src/http/routes/index.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { personalWorkspaceId } from '../../../src/kernel/ids.ts';
import { isObject } from '../../../src/kernel/json.ts';
import type { Shape } from '../../../src/kernel/shape.ts';
import { makers, type UseCases } from '../application/use-cases.ts';

export type FakeApplication = {
  readonly application: Application;
  /** Names of the use cases that were called, in order. */
  readonly calls: { readonly name: string; readonly given: readonly unknown[] }[];
};

export const POSITION = '0000-000000000042';

export const read = <T>(value: T, etag = '7', position = POSITION): Read<T> => ({ value, position, etag });

export const storedAnswer = (body: Body, status = 200, more: Partial<StoredAnswer> = {}): StoredAnswer => ({
  status,
  body: JSON.stringify(body),
  signed: [],
  replayed: false,
  ...more,
});

const enter: UseCases['enter'] = async (principal, { workspaceId, correlationId }) =>
  ok<Caller>({
    workspaceId: workspaceId ?? principal.workspaceId ?? personalWorkspaceId(principal.userKey),
    userKey: principal.userKey,
    role: 'owner',
    correlationId,
  });

type Declared = Pick<Operation, 'answers'>;

/** The example of an answer. */
export const declared = ({ answers }: Declared, status = 200): Body =>
  exampleOf(answers[status] as Shape<unknown>) as Body;

const keyIn = (workspaceId: string): string => `${workspaceId}/assets/${'a'.repeat(64)}.png`;

/** The example as the application gives it: the presenter makes the addresses of its pictures, from their keys. */
const unsigned = (operation: Declared, picture: object = {}): Body =>
  JSON.parse(JSON.stringify(declared(operation)), (name, value: unknown) => {
    if (name === 'url' || name === 'expiresAt') return undefined;
    return isObject(value) && 'hash' in value ? { ...value, ...picture } : value;
  }) as Body;

const pictured = (operation: Declared, workspaceId: string): Body =>
  unsigned(operation, { $asset: keyIn(workspaceId) });

/** A job in a state, as its poll shows it; `operation` is the one of its two paths. */
export const jobIn = (status: string, workspaceId: string, operation: Declared = pollJob): Body => {
  const body = pictured(operation, workspaceId);
  return { ...body, job: { ...(body['job'] as object), status } };
};

/** Those whose answers carry pictures, a final state, or bytes. */
const sampleAnswers: Partial<UseCases> = {
  enter,
  job: async ({ workspaceId }) => ok(read({ body: jobIn('completed', workspaceId), final: true })),
  anyJob: async ({ workspaceId }) => ok(read({ body: jobIn('completed', workspaceId, getJob), final: true })),
  photoSequence: async ({ workspaceId }) => ok(read(pictured(getPhotoSequence, workspaceId))),
  generateImage: async ({ workspaceId }) => {
    const signed = ['', '/asset'].map((pointer) => ({ pointer, key: keyIn(workspaceId) }));
    return ok(storedAnswer(unsigned(generateImage), 200, { signed }));
  },
  capabilities: async () => declared(getCapabilities),
  previewPicture: async () => {
    const content = (async function* picture(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from('GIF89a'));
    })();
    return ok({ contentType: 'image/gif', size: 6, content });
  },
  positionOf: () => POSITION,
  isAhead: async () => Promise.resolve(false),
};

/** The answer of work that was taken, else the only one, in the form that its route takes. */
const declaredAnswer = (operation: Operation): unknown => {
  const { method, answers, idempotency, entityTag, bytesOf } = operation;
  if (bytesOf !== undefined) return ok({ content: Readable.from([Buffer.from('{}')]), position: POSITION });
  const status = Number(Object.keys(answers).at(-1));
  const body = declared(operation, status);
  if (idempotency !== 'none') return ok(storedAnswer(body, status));
  return method === 'GET' && entityTag !== false ? ok(read(body)) : ok(body);
};

const names = new Map<unknown, keyof UseCases>(
  Object.entries(makers).map(([name, create]) => [create, name as keyof UseCases]),
);

export const createFakeApplication = (overrides: Partial<UseCases> = {}): FakeApplication => {
  const known: Partial<UseCases> = { ...sampleAnswers, ...overrides };
  const calls: { name: string; given: readonly unknown[] }[] = [];
  const answerOf = (create: UseCase<unknown>): ((...given: readonly unknown[]) => unknown) => {
    const name = names.get(create);
    const answer = name === undefined ? undefined : known[name];
    if (answer !== undefined) return answer as (...given: readonly unknown[]) => unknown;
    const { operation } = routes.find(({ useCase }) => useCase === create) ?? {};
    assert(operation !== undefined, `${create.name} is asked for by no route`);
    return async () => Promise.resolve(declaredAnswer(operation));
  };
  const application = ((create: UseCase<unknown>) => {
    const name = names.get(create) ?? create.name;
    const answer = answerOf(create);
    return (...given: readonly unknown[]) => {
      if (name !== 'positionOf' && name !== 'isAhead') calls.push({ name, given });
      return answer(...given);
    };
  }) as Application;
  return { application, calls };
};
