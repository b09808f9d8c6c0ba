/** The document says what is served, all of it and nothing else. */
import test from 'ava';
import { operations } from '../../../../src/http/contract/operations/registry.ts';
import { isConditional } from '../../../../src/http/contract/headers.ts';
import { flagNames } from '../../../../src/http/contract/operation.ts';
import { refusalsOf } from '../../../../src/http/contract/refusals.ts';
import { openApiDocument } from '../../../../src/http/openapi/document.ts';
import { productManifest } from '../../../../src/http/openapi/product-manifest.ts';
import { openFlags } from '../../../spec/api-spec.ts';
import { placesIn } from '../../../support/http/json-places.ts';

type Json = Readonly<Record<string, unknown>>;
type Document = {
  readonly openapi: string;
  readonly info: Json;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>;
    readonly examples: Readonly<Record<string, Json>>;
    readonly headers: Readonly<Record<string, Json>>;
    readonly parameters: Readonly<Record<string, Json>>;
  };
};

const manifest = productManifest(openFlags);
const made = (extensions: boolean): Document =>
  openApiDocument({ operations, extensions, manifest }) as unknown as Document;
const documents = { contract: made(false), whole: made(true) };
const documentOf = (extensions: boolean): Document => (extensions ? documents.whole : documents.contract);

const listed = ({ paths }: Document): readonly string[] =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((one) => `${one.toUpperCase()} ${path}`));

/** Of the table in the spec (section 4), what this milestone has. */
const OF_THE_SPEC = [
  'GET /api/v1/projects',
  'POST /api/v1/projects',
  'POST /api/v1/projects/{projectId}/film-intelligence/storyboard-images/plan',
  'POST /api/v1/projects/{projectId}/film-intelligence/storyboard-images/generate',
  'GET /api/v1/projects/{projectId}/film-intelligence/jobs/{jobId}',
  'GET /api/v1/projects/{projectId}/film-intelligence/photo-sequences/{planId}',
  'POST /api/v1/projects/{projectId}/film-intelligence/photo-sequences/{planId}/review',
  'POST /api/v1/projects/{projectId}/film-intelligence/photo-sequences/{planId}/repair',
  'POST /api/v1/delivery',
  'POST /api/v1/image/generate',
  'POST /api/v1/image/storyboard-batch',
  'POST /api/v1/music',
  'POST /api/v1/music/generate',
  'GET /api/v1/music/status/{jobId}',
  'POST /api/v1/audio/tts',
  'POST /api/v1/tts',
  'GET /api/v1/jobs/{jobId}',
  'POST /api/v1/commerce/videos',
  'GET /api/v1/download/{jobId}',
  'POST /api/v1/video/create-job',
  'POST /api/v1/video/start',
  'POST /api/v1/video/orchestrate',
  'GET /api/v1/video/status/{jobId}',
  'GET /api/v1/video/quality-check/{jobId}',
  'GET /api/v1/storage/assets',
  'POST /api/v1/storage/upload-url',
  'GET /api/v1/storage/preview',
  'GET /api/v1/production/capabilities',
  'GET /api/v1/credits/summary',
  'GET /api/v1/user/settings/creative',
  'PUT /api/v1/user/settings/creative',
  'GET /api/v1/workspaces',
  'POST /api/v1/workspaces',
  'DELETE /api/v1/workspaces',
];

test('the contract holds exactly the operations of the spec', (t) => {
  t.deepEqual(listed(documentOf(false)).toSorted(), OF_THE_SPEC.toSorted());
});

test('with extensions it holds all that is declared, and says which is which', (t) => {
  const all = documentOf(true);
  t.deepEqual(listed(all).toSorted(), operations.map(({ method, path }) => `${method} ${path}`).toSorted());
  for (const [path, methods] of Object.entries(all.paths)) {
    for (const [method, { tags }] of Object.entries(methods)) {
      const ours = !OF_THE_SPEC.includes(`${method.toUpperCase()} ${path}`);
      t.is((tags as readonly string[]).includes('extension'), ours, `${method} ${path}`);
    }
  }
});

test('it is OpenAPI 3.1 of the contract version, and carries the product', (t) => {
  const document = documentOf(false) as Document & Json;
  t.is(document.openapi, '3.1.0');
  t.is(document.info['version'], '1.0.0');
  t.deepEqual(document['x-product'], manifest);
  t.true('outcome_unknown' in (document['x-errors'] as Json));
});

test('every reference leads somewhere, and every component is referred to', (t) => {
  const document = documentOf(true);
  const refs = new Set(placesIn(document).flatMap(({ value: { $ref } }) => (typeof $ref === 'string' ? [$ref] : [])));
  t.true(refs.size > 10);
  t.deepEqual(
    [...refs].toSorted(),
    (['examples', 'headers', 'parameters', 'schemas'] as const)
      .flatMap((kind) => Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`))
      .toSorted(),
  );
});

test('the request schemas of the spec have its names', (t) => {
  const names = Object.keys(documentOf(false).components.schemas);
  for (const name of [
    'ApiErrorResponse',
    'BatchOverCapacityResponse',
    'ImageGenerateRequest',
    'PhotoSequenceReviewRequest',
    'StoryboardImageGenerateAccepted',
    'StoryboardImageGenerateAlreadySatisfied',
    'StoryboardImageGenerateRequest',
    'StoryboardPhotoBatchRequest',
    'WorkspaceRequest',
  ]) {
    t.true(names.includes(name), name);
  }
});

test('every operation names its answers, its refusals and its parameters', (t) => {
  for (const operation of operations) {
    const found = documentOf(true).paths[operation.path]?.[operation.method.toLowerCase()] as Json;
    const statuses = Object.keys(found['responses'] as Json);
    for (const status of Object.keys(operation.answers)) t.true(statuses.includes(status), operation.operationId);
    const codes = Object.values(found['responses'] as Json).flatMap(
      (one) => ((one as Json)['x-codes'] ?? []) as readonly string[],
    );
    t.deepEqual(codes.toSorted(), [...refusalsOf(operation)].toSorted(), operation.operationId);
    const { parameters } = documentOf(true).components;
    const referred = (found['parameters'] as readonly Json[]).map(
      ({ $ref }) => parameters[String($ref).replace(/.*\//, '')],
    );
    t.deepEqual(
      referred.flatMap((one) => (one?.['in'] === 'path' ? [`{${String(one['name'])}}`] : [])),
      operation.path.match(/\{\w+\}/g) ?? [],
    );
  }
});

test('an engine that is not configured is a blocker of a plan, and refuses no storyboard', (t) => {
  const takes = ['createProject', 'reviseStoryboard'];
  for (const operation of operations.filter(({ operationId }) => takes.includes(operationId))) {
    t.false([...refusalsOf(operation)].includes('provider_not_configured'), operation.operationId);
  }
});

test('415 is declared wherever a body is read as JSON', (t) => {
  for (const { method, path, anyBody, operationId } of operations) {
    const found = documentOf(true).paths[path]?.[method.toLowerCase()]?.['responses'] as Readonly<Record<string, Json>>;
    const codes = (found['415']?.['x-codes'] ?? []) as readonly string[];
    t.is(codes.includes('unsupported_content_type'), method !== 'GET' && anyBody !== true, operationId);
  }
});

test('headers are listed where they are sent', (t) => {
  const headersOf = (method: string, path: string, status: number): readonly string[] => {
    const operation = documentOf(true).paths[path]?.[method] as Json;
    const { headers = {} } = (operation['responses'] as Readonly<Record<string, Json>>)[status] ?? {};
    return Object.keys(headers as Json);
  };
  const film = '/api/v1/projects/{projectId}/film-intelligence';
  const accepted = headersOf('post', `${film}/storyboard-images/generate`, 202);
  for (const name of ['Location', 'Retry-After', 'Idempotent-Replayed', 'RateLimit', 'X-Log-Position']) {
    t.true(accepted.includes(name), name);
  }
  t.false(headersOf('post', `${film}/storyboard-images/generate`, 200).includes('Location'));
  t.true(headersOf('get', `${film}/jobs/{jobId}`, 200).includes('ETag'));
  t.true(headersOf('get', `${film}/jobs/{jobId}`, 503).includes('Retry-After'));
  t.false(headersOf('get', `${film}/jobs/{jobId}`, 404).includes('Retry-After'));
  t.true(headersOf('post', '/api/v1/video/start', 422).includes('Retry-After'), 'of a sound that may be there later');
  t.deepEqual(headersOf('get', '/api/v1/product/manifest', 200), ['X-Request-Id', 'ETag']);
  for (const { method, path, longPoll = false } of operations) {
    const answer = documentOf(true).paths[path]?.[method.toLowerCase()]?.['responses'] as Json;
    const { headers = {} } = (answer['200'] ?? {}) as { readonly headers?: Json };
    t.is('Preference-Applied' in headers, longPoll, `${method} ${path}`);
  }
});

test('an entity tag and a 304 are documented of those reads that send one, and of no other operation', (t) => {
  const { paths } = documentOf(true);
  for (const operation of operations) {
    const found = paths[operation.path]?.[operation.method.toLowerCase()]?.['responses'] as Readonly<
      Record<string, Json>
    >;
    const tagged = Object.entries(found).filter(([, { headers }]) => 'ETag' in ((headers ?? {}) as Json));
    const expected = isConditional(operation) ? [...Object.keys(operation.answers), '304'] : [];
    t.deepEqual(tagged.map(([status]) => status).toSorted(), expected.toSorted(), operation.operationId);
    t.is('304' in found, isConditional(operation), operation.operationId);
  }
});

test('requests forbid unknown members, answers do not', (t) => {
  const { components } = documentOf(true);
  t.is(components.schemas['StoryboardImageGenerateRequest']?.['additionalProperties'], false);
  t.is(components.schemas['JobPoll']?.['additionalProperties'], undefined);
});

test('the manifest has the values of the spec', (t) => {
  t.like(manifest, {
    contractVersion: '1.0.0',
    schemaVersion: '2026-07-30',
    maturity: 'foundation',
    availability: 'internal',
    productComplete: false,
    operationCount: 34,
  });
  t.is(manifest.resources.length, 16);
  t.deepEqual(Object.keys(manifest.authorityClasses), ['Read', 'Plan', 'Mutate', 'Spend', 'Approve', 'Admin']);
  t.deepEqual(Object.keys(manifest.flags), [...flagNames]);
});
