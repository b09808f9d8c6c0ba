/** A client by openapi-typescript and openapi-fetch, with their defaults: it compiles, and tells the README's story. */
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { calls } from '../support/clients/every-operation.ts';
import { givenStoryService, type Json, type Ran, readmeStory, run } from '../support/clients/client-story.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { operations } from '../../src/http/contract/operations/registry.ts';
import { ROOT } from '../support/architecture/tree.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const settings = {
  extends: join(ROOT, 'tsconfig.json'),
  compilerOptions: { lib: ['esnext', 'dom'] },
  include: ['*.ts'],
};

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;

/** A value of a call as code; texts with `{name}` are filled in when it is called. */
const codeOf = (value: unknown): string => {
  if (typeof value === 'string') return value.includes('{') ? `value(${JSON.stringify(value)})` : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${name}: ${codeOf(one)}`)
    .join(', ')} }`;
};

/** The table of calls as typed calls of the client: a body that its shape does not take does not compile. */
const callsOf = ({ paths }: Json): string => {
  const places = Object.entries(paths as Paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path] as const),
  );
  const entries = calls.map(({ operationId, with: parameters = {}, body, keep, untilFinal }) => {
    const [, method, path = ''] = places.find(([id]) => id === operationId) ?? [];
    const inPath = Object.entries(parameters).filter(([name]) => path.includes(`{${name}}`));
    const inQuery = Object.entries(parameters).filter(([name]) => !path.includes(`{${name}}`));
    const part = (name: string, values: readonly (readonly [string, string])[]) =>
      values.length === 0 ? [] : [`${name}: ${codeOf(Object.fromEntries(values))}`];
    const params = [...part('path', inPath), ...part('query', inQuery)].join(', ');
    const options = [
      ...(params === '' ? [] : [`params: { ${params} }`]),
      ...(body === undefined ? [] : [`body: ${codeOf(body)}`]),
      // The bytes of a picture are no JSON.
      ...(operationId === 'previewPicture' ? [`parseAs: 'arrayBuffer'`] : []),
    ].join(', ');
    const more = [
      ...(keep === undefined ? [] : [`keep: ${JSON.stringify(keep)}`]),
      ...(untilFinal === true ? ['untilFinal: true'] : []),
      `call: (api, value) => api.${method}('${path}', { ${options} })`,
    ];
    return `  { operationId: '${operationId}', ${more.join(', ')} },`;
  });
  return [
    `import type { Client } from 'openapi-fetch';`,
    `import type { paths } from './api.ts';`,
    `export type Values = (text: string) => string;`,
    `type Answer = { data?: unknown; response: Response };`,
    `type Call = { operationId: string; keep?: string[]; untilFinal?: true;`,
    `  call: (api: Client<paths>, value: Values) => Promise<Answer> };`,
    `export const calls: Call[] = [`,
    ...entries,
    `];`,
  ].join('\n');
};

type Project = { readonly folder: string; readonly compiled: Ran };

/** The story beside the client that is made of a document, compiled under the strictest settings. */
const givenProject = async (t: ExecutionContext, document: Json): Promise<Project> => {
  const folder = tempFolder(t);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const api = astToString(await openapiTS(document as unknown as OpenAPI3));
  writeFileSync(join(folder, 'api.ts'), api);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  for (const file of ['story.ts', 'every-operation.ts']) {
    copyFileSync(join(import.meta.dirname, 'typescript', file), join(folder, file));
  }
  writeFileSync(join(folder, 'calls.ts'), callsOf(document));
  t.notRegex(api, /: Record<string, never>(?:\[\])?(?: \| null)?;\n(?!export)/, 'no member is an object of nothing');
  const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
  return { folder, compiled: await run(process.execPath, [compiler, '-p', '.'], { cwd: folder }) };
};

test('it compiles, tells the story as the README has it, and passes one call of each operation', async (t) => {
  const { baseUrl, token, document } = await givenStoryService(t);
  const { folder, compiled } = await givenProject(t, document);
  t.deepEqual(compiled, { status: 0, output: '' });
  const told = ['--import', './story.ts', 'every-operation.ts', baseUrl, token];
  const { status, output } = await run(process.execPath, told, { cwd: folder });
  t.deepEqual(output.trimEnd().split('\n'), [
    ...readmeStory(),
    ...calls.map(({ operationId, status: due }) => `${operationId} ${due}`),
  ]);
  t.is(status, 0);
});

test('the calls of the clients are all operations of the contract, and no others', (t) => {
  const contract = operations.filter(({ extension }) => extension !== true).map(({ operationId }) => operationId);
  t.is(contract.length, 34);
  t.deepEqual([...new Set(calls.map(({ operationId }) => operationId))].toSorted(), contract.toSorted());
});

test('sabotage: a document without certificates, and with a default at its member, does not compile', async (t) => {
  const document = structuredClone(openApiDocument({ operations, extensions: true, manifest: {} })) as {
    readonly components: { readonly schemas: Record<string, { properties?: Record<string, Json> }> };
  };
  const { schemas } = document.components;
  schemas['Certificate'] = { type: 'object', additionalProperties: true } as object;
  const members = schemas['Storyboard']?.properties ?? {};
  members['engine'] = { type: 'string', default: 'auto' };
  const { compiled } = await givenProject(t, document);
  t.not(compiled.status, 0);
  t.regex(compiled.output, /is of type 'unknown'/);
  t.regex(compiled.output, /'engine' is missing/);
});
