import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { importRules, importViolations, owners } from '../../infra/tooling/import-rules.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

type Files = Readonly<Record<string, string>>;

const packages = [...Object.keys(owners), 'ava', 'unowned'];

const dependencies = Object.fromEntries(packages.map((name) => [name, '1.0.0']));

const installed: Files = Object.fromEntries(
  [...packages, 'undeclared'].flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', type: 'module', main: 'index.js' })],
    [`node_modules/${name}/index.js`, 'export default 1;\n'],
  ]),
);

/** One file per row, with everything that it may import. */
const clean: Files = {
  ...installed,
  'package.json': JSON.stringify({ name: 'skeleton', type: 'module', dependencies }),
  'src/kernel/hash.ts': `import { createHash } from 'node:crypto'; export const hash = createHash;`,
  'src/kernel/id.ts': `import { hash } from './hash.ts'; export const id = hash;`,
  'events/registry.ts': `import { id } from '../src/kernel/id.ts'; export const registry = [id];`,
  'commands/registry.ts': `import { registry } from '../events/registry.ts'; export const commands = registry;`,
  'commands/job/queries.ts': `import { registry } from '../../events/registry.ts'; export const ready = registry;`,
  'projections/registry.ts': `import { registry } from '../events/registry.ts';
    import { ready } from '../commands/job/queries.ts'; export const projections = [registry, ready];`,
  'src/ports/clock.ts': `import type { id } from '../kernel/id.ts'; export type Clock = typeof id;`,
  'src/schema/codec.ts': `import ajv from 'ajv'; import { registry } from '../../events/registry.ts';
    export const codec = [ajv, registry];`,
  'src/messaging/queue.ts': `import type { Clock } from '../ports/clock.ts'; import { id } from '../kernel/id.ts';
    export const queue = (clock: Clock) => [clock, id];`,
  'src/application/handle.ts': `import type { Clock } from '../ports/clock.ts';
    import { queue } from '../messaging/queue.ts';
    import { codec } from '../schema/codec.ts'; import { commands } from '../../commands/registry.ts';
    import { projections } from '../../projections/registry.ts';
    export const handle = (clock: Clock) => [clock, queue, codec, commands, projections];`,
  'src/adapters/sqlite/store.ts': `import { DatabaseSync } from 'node:sqlite'; import { id } from '../../kernel/id.ts';
    import { queue } from '../../messaging/queue.ts'; import { rows } from './rows.ts';
    export const store = [DatabaseSync, id, queue, rows];`,
  'src/adapters/sqlite/rows.ts': `import type { Clock } from '../../ports/clock.ts'; export const rows: Clock[] = [];`,
  'src/adapters/jose/verifier.ts': `import jose from 'jose'; export const verifier = jose;`,
  'src/adapters/pino/logger.ts': `import pino from 'pino'; export const logger = pino;`,
  'src/adapters/metrics/metrics.ts': `import prom from 'prom-client'; export const metrics = prom;`,
  'src/engines/service-images/engine.ts': `import sharp from 'sharp'; export const engine = sharp;`,
  'src/quality/metrics.ts': `import sharp from 'sharp'; export const sharpness = sharp;`,
  'src/http/app.ts': `import koa from 'koa'; import { parse } from 'content-type';
    import { handle } from '../application/handle.ts'; import { routes } from './routes/jobs.ts';
    import { commands } from '../../commands/registry.ts'; import { createServer } from 'node:http';
    export const app = [koa, parse, handle, routes, commands, createServer];`,
  'src/http/routes/jobs.ts': `export const routes = [];`,
  'src/http/contract/shapes/job.ts': `export const job = 1;`,
  'src/console/app/api.js': `import htm from 'htm'; import preact from 'preact'; export const api = [htm, preact];`,
  'src/console/app/answers.ts': `import type { job } from '../../http/contract/shapes/job.ts';
    export type J = typeof job;`,
  'src/main/serve.ts': `import { app } from '../http/app.ts'; import { store } from '../adapters/sqlite/store.ts';
    import { projections } from '../../projections/registry.ts'; export const serve = [app, store, projections];`,
  'src/main/demo/sheet.ts': `import sharp from 'sharp'; export const sheet = sharp;`,
  'src/application/projects/script/elements.ts': `import fountain from 'fountain-js'; export const read = fountain;`,
  'infra/kafka/apply.ts': `import { serve } from '../../src/main/serve.ts';
    import manifest from '../../package.json' with { type: 'json' }; export const apply = [serve, manifest];`,
  'test/unit/serve.test.ts': `import test from 'ava'; import { serve } from '../../src/main/serve.ts';
    import { apply } from '../../infra/kafka/apply.ts'; test('serves', (t) => t.truthy([serve, apply]));`,
};

/** Violations by the file, or the folder, that holds them, each with the rule that must report it. */
const planted: ReadonlyArray<readonly [rule: string, file: string, text: string]> = [
  ['src/kernel', 'src/kernel/fs.ts', `import 'node:fs';`],
  ['src/kernel', 'src/kernel/ports.ts', `import type {} from '../ports/clock.ts';`],
  ['events', 'events/core.ts', `import 'node:crypto';`],
  ['events', 'events/commands.ts', `import '../commands/registry.ts';`],
  ['commands', 'commands/projections.ts', `import '../projections/registry.ts';`],
  ['commands', 'commands/application.ts', `import type {} from '../src/application/handle.ts';`],
  ['commands', 'commands/core.ts', `import { randomUUID } from 'node:crypto'; export const id = randomUUID;`],
  ['projections', 'projections/commands.ts', `import '../commands/registry.ts';`],
  ['projections', 'projections/ports.ts', `import type { Clock } from '../src/ports/clock.ts'; export type C = Clock;`],
  ['src/ports', 'src/ports/events.ts', `export type {} from '../../events/registry.ts';`],
  ['src/schema', 'src/schema/commands.ts', `import '../../commands/registry.ts';`],
  ['src/messaging', 'src/messaging/core.ts', `import 'node:timers/promises';`],
  ['src/messaging', 'src/messaging/events.ts', `import '../../events/registry.ts';`],
  ['src/messaging', 'src/messaging/application.ts', `import '../application/handle.ts';`],
  ['src/messaging', 'src/messaging/adapter.ts', `import '../adapters/sqlite/store.ts';`],
  ['src/application', 'src/application/adapter.ts', `import '../adapters/sqlite/store.ts';`],
  ['src/application', 'src/application/core.ts', `import 'node:timers/promises';`],
  [
    'src/application',
    'src/application/http.ts',
    `import type { app } from '../http/app.ts'; export type A = typeof app;`,
  ],
  ['src/adapters/([^/]+)', 'src/adapters/jose/sibling.ts', `import '../pino/logger.ts';`],
  ['src/adapters/([^/]+)', 'src/adapters/jose/application.ts', `import '../../application/handle.ts';`],
  ['src/adapters/([^/]+)', 'src/adapters/pino/events.ts', `import '../../../events/registry.ts';`],
  ['src/engines/([^/]+)', 'src/engines/speech/a.ts', `import '../service-images/engine.ts';`],
  ['src/engines/([^/]+)', 'src/engines/speech/b.ts', `import '../../quality/metrics.ts';`],
  ['src/engines/([^/]+)', 'src/engines/speech/c.ts', `import '../../messaging/queue.ts';`],
  ['src/quality', 'src/quality/engine.ts', `import '../engines/service-images/engine.ts';`],
  ['src/http', 'src/http/adapter.ts', `import '../adapters/jose/verifier.ts';`],
  ['src/http', 'src/http/projections.ts', `import '../../projections/registry.ts';`],
  ['src/verify', 'src/verify/events.ts', `import '../../events/registry.ts';`],
  ['src/http', 'src/http/test.ts', `import '../../test/unit/serve.test.ts';`],
  ['src/console', 'src/console/app/route.js', `import '../../http/routes/jobs.ts';`],
  ['src/console', 'src/console/app/core.js', `import 'node:fs';`],
  ['src/main', 'src/main/infra.ts', `import '../../infra/kafka/apply.ts';`],
  ['test', 'test/unit/stray.ts', `import '../../stray.ts';`],
  ['infra', 'infra/kafka/test.ts', `import '../../test/unit/serve.test.ts';`],
  ['src/http', 'src/http/manifest.ts', `import manifest from '../../package.json' with { type: 'json' }; manifest;`],
  ['node:sqlite', 'src/adapters/pino/sqlite.ts', `import 'node:sqlite';`],
  [
    'node:sqlite',
    'src/main/sqlite.ts',
    `import type { DatabaseSync } from 'node:sqlite'; export type D = DatabaseSync;`,
  ],
  ...Object.keys(owners).map((name, i) => [name, `src/application/driver-${i}.ts`, `import '${name}';`] as const),
  ['jose', 'src/http/jose.ts', `export const verify = async () => import('jose');`],
  ['koa', 'src/application/koa.ts', `import type koa from 'koa'; export type K = typeof koa;`],
  ['sharp', 'src/main/sharp.ts', `export type Sharp = import('sharp').default;`],
  ['npm-without-owner', 'src/adapters/pino/unowned.ts', `import 'unowned';`],
  ['npm-without-owner', 'src/main/ava.ts', `import 'ava';`],
  ['npm-not-declared', 'test/unit/undeclared.ts', `import 'undeclared';`],
  ['from-no-row', 'src/stray/a.ts', `import '../kernel/id.ts';`],
  ['from-no-row', 'stray.ts', `import './src/kernel/id.ts';`],
  ['lonely-in-no-row', 'src/stray/lonely.ts', `export const lonely = 1;`],
  ['src/http', 'src/http/stray.ts', `import '../stray/used.ts';`],
  [
    'cycle',
    'src/kernel/cycle-a.ts',
    `import type { b } from './cycle-b.ts'; export const a = 1; export type B = typeof b;`,
  ],
  ['folder-cycle', 'src/application/egg/yolk.ts', `import '../hen/legs.ts'; export const yolk = 1;`],
  ['folder-cycle', 'src/application/hen/wing.ts', `import '../egg/shell.ts'; export const wing = 1;`],
  ['folder-cycle', 'src/messaging/nest.ts', `import './nest/chick.ts'; export const nest = 1;`],
  ['folder-cycle', 'src/messaging/nest/down.ts', `import '../twig.ts'; export const down = 1;`],
  ['unresolvable', 'src/kernel/gone.ts', `import './nowhere.ts';`],
  ['unresolvable', 'test/unit/gone.ts', `import 'not-installed';`],
];

/** Files that the planted violations import besides the clean tree; free of violations of their own. */
const partners: Files = {
  'src/stray/used.ts': `export const used = 1;`,
  'src/application/egg/shell.ts': `export const shell = 1;`,
  'src/application/hen/legs.ts': `export const legs = 2;`,
  'src/messaging/nest/chick.ts': `export const chick = 1;`,
  'src/messaging/twig.ts': `export const twig = 1;`,
  'src/kernel/cycle-b.ts': `import { a } from './cycle-a.ts'; export const b = a;`,
};

const skeleton = async (t: ExecutionContext, files: Files): Promise<string> => {
  const root = tempFolder(t);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
};

const broken = async (root: string): Promise<readonly string[]> => {
  const violations = await importViolations(root);
  return violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).toSorted();
};

test('this repository keeps the import rules', async (t) => {
  t.deepEqual(await broken(join(import.meta.dirname, '../..')), []);
});

test('a tree that imports all it may passes', async (t) => {
  t.deepEqual(await broken(await skeleton(t, clean)), []);
});

test('every planted violation is reported, by its rule and in its file', async (t) => {
  const files = Object.fromEntries(planted.map(([, file, text]) => [file, text]));
  const root = await skeleton(t, { ...clean, ...partners, ...files });
  const violations = await importViolations(root);
  const reported = new Set(violations.map(({ rule, from }) => `${rule.name}: ${from}`));
  const expected = planted.map(([rule, file]) => `${rule}: ${file}`);
  t.deepEqual([...reported].toSorted(), expected.toSorted());
});

test('every rule has a planted violation', (t) => {
  const proven = new Set(planted.map(([rule]) => rule));
  t.deepEqual(
    importRules.filter(({ name }) => !proven.has(name ?? '')),
    [],
  );
});
