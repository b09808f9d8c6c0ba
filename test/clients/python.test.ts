/**
 * A client by openapi-python-client: made without a warning, it tells the README's story and passes one call of each
 * operation. The generator comes from the folder CLIENT_GENERATORS, whose `wheels/` are for Python 3.11.
 */
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { calls } from '../support/clients/every-operation.ts';
import { givenStoryService, type Json, type Ran, readmeStory, run } from '../support/clients/client-story.ts';
import { embeddedEnvironment } from '../support/process/embedded-environment.ts';
import { standIn } from '../support/process/stand-in.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const wheels = resolve(process.env['CLIENT_GENERATORS'] ?? 'unset', 'wheels');

type Python = (...args: readonly string[]) => Promise<Ran>;

/** Python with the generator and its libraries, in a folder of its own. */
const givenPython = async (t: ExecutionContext, folder: string, from: string): Promise<Python> => {
  const site = join(folder, 'site');
  const env = {
    ...embeddedEnvironment(),
    PYTHONPATH: site,
    // Each process would compile all of the generator anew.
    PYTHONDONTWRITEBYTECODE: '',
    PATH: `${join(site, 'bin')}:${process.env['PATH']}`,
  };
  const python: Python = async (...args) => run('python3', args, { cwd: folder, env });
  const options = ['--quiet', '--no-index', '--find-links', from, '--no-compile', '--no-warn-conflicts'];
  const installed = await python('-m', 'pip', 'install', ...options, '--target', site, 'openapi-python-client', 'ruff');
  t.is(installed.status, 0, installed.output);
  return python;
};

const generate = async (python: Python, folder: string, document: Json): Promise<Ran> => {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  const options = ['--path', 'openapi.json', '--output-path', 'client', '--meta', 'none', '--overwrite'];
  return python('-m', 'openapi_python_client', 'generate', ...options, '--fail-on-warning');
};

if (!existsSync(wheels)) standIn(test, 'makes a client for python: set CLIENT_GENERATORS', ['python']);
else {
  test("made without a warning, it tells the README's story and passes one call of each operation", async (t) => {
    // It installs, generates twice and makes a film: on a busy machine that takes longer than other tests.
    t.timeout(240_000);
    const folder = tempFolder(t);
    const python = await givenPython(t, folder, wheels);
    const { baseUrl, token, document } = await givenStoryService(t);
    const made = await generate(python, folder, document);
    t.is(made.status, 0, made.output);
    t.notRegex(made.output, /warning|error/i);
    t.true(existsSync(join(folder, 'client/api/storyboard_images/generate_plan.py')));
    for (const file of ['story.py', 'every_operation.py']) {
      copyFileSync(join(import.meta.dirname, 'python', file), join(folder, file));
    }
    writeFileSync(join(folder, 'calls.json'), JSON.stringify(calls));
    const { status, output } = await python('-c', 'import story, every_operation', baseUrl, token);
    t.deepEqual(output.trimEnd().split('\n'), [
      ...readmeStory(),
      ...calls.map(({ operationId, status: due }) => `${operationId} ${due}`),
    ]);
    t.is(status, 0);

    // The sabotage: a flaw that the document had before, on the same Python. No other operation is looked at.
    const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/PlanGenerateRequest' } } } };
    const taken = { 204: { description: 'taken' } };
    const merged = {
      ...document,
      paths: { '/generate': { post: { operationId: 'generatePlan', requestBody: body, responses: taken } } },
      components: {
        schemas: {
          PlanGenerateRequest: {
            allOf: [{ properties: { confirm: { type: 'boolean' } } }, { properties: { confirm: { const: true } } }],
          },
        },
      },
    };
    const found = await generate(python, folder, merged);
    t.not(found.status, 0);
    t.regex(found.output, /merged/);
  });
}
