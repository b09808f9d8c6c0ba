/** A client by openapi-typescript and openapi-fetch, with their defaults: it compiles, and tells the README's story. */
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { givenStoryService, type Json, type Ran, readmeStory, ROOT, run } from '../support/clients/client-story.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { operations } from '../../src/http/contract/operations/registry.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const settings = {
  extends: join(ROOT, 'tsconfig.json'),
  compilerOptions: { lib: ['esnext', 'dom'] },
  include: ['*.ts'],
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
  copyFileSync(join(import.meta.dirname, 'typescript/story.ts'), join(folder, 'story.ts'));
  t.notRegex(api, /: Record<string, never>(?:\[\])?(?: \| null)?;\n(?!export)/, 'no member is an object of nothing');
  const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
  return { folder, compiled: await run(process.execPath, [compiler, '-p', '.'], { cwd: folder }) };
};

test('it compiles, and tells the story as the README has it', async (t) => {
  const { baseUrl, token, document } = await givenStoryService(t);
  const { folder, compiled } = await givenProject(t, document);
  t.deepEqual(compiled, { status: 0, output: '' });
  const { status, output } = await run(process.execPath, ['story.ts', baseUrl, token], { cwd: folder });
  t.deepEqual(output.trimEnd().split('\n'), readmeStory());
  t.is(status, 0);
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
