/**
 * The allowed imports as data: one row per folder, one line per npm package. A folder always imports itself; type-only
 * imports count. An import that no row and no line allows is an error. So is a file that no row knows.
 */
import { cruise, type ICruiseResult, type IForbiddenRuleType, type IViolation } from 'dependency-cruiser';
import { folderCycles } from './folder-cycles.ts';

type Row = {
  /** A regular expression; its first group, if any, means "the same one" and keeps siblings apart. */
  readonly folder: string;
  readonly imports: readonly string[];
  readonly nodeCore: 'none' | 'crypto' | 'all';
};

const language = ['src/kernel'];
/** Facts of a job and its hold, without its commands. */
const jobQueries = ['commands/job/queries.ts'];
/** The state of a delivery and its fold, without its commands. */
const deliveryState = ['commands/delivery/state.ts'];
const domain = ['commands', 'events', 'projections'];
const everything = ['src', ...domain];

const rows: readonly Row[] = [
  { folder: 'src/kernel', imports: [], nodeCore: 'crypto' },
  { folder: 'events', imports: language, nodeCore: 'none' },
  { folder: 'commands', imports: ['events', ...language], nodeCore: 'none' },
  // Read models ask the pure queries of the job's aggregate and fold deliveries; they use nothing else of any.
  { folder: 'projections', imports: ['events', ...jobQueries, ...deliveryState, ...language], nodeCore: 'none' },
  { folder: 'src/ports', imports: language, nodeCore: 'none' },
  { folder: 'src/schema', imports: ['events', 'src/ports', ...language], nodeCore: 'none' },
  { folder: 'src/messaging', imports: ['src/ports', ...language], nodeCore: 'none' },
  {
    folder: 'src/application',
    imports: [...domain, 'src/messaging', 'src/ports', 'src/schema', ...language],
    nodeCore: 'none',
  },
  {
    folder: 'src/adapters/([^/]+)',
    // `src/engines/child` runs any work that must not harm the service.
    imports: ['src/adapters/thread', 'src/engines/child', 'src/messaging', 'src/ports', ...language],
    nodeCore: 'all',
  },
  {
    folder: 'src/engines/([^/]+)',
    imports: ['src/engines/child', 'src/engines/prompt', 'src/engines/sound', 'src/ports', ...language],
    nodeCore: 'all',
  },
  { folder: 'src/quality', imports: ['src/ports', ...language], nodeCore: 'all' },
  {
    folder: 'src/http',
    imports: ['src/application', 'commands', 'src/ports', 'src/schema', ...language],
    nodeCore: 'all',
  },
  // Runs in browsers. Its types are those of the contract.
  { folder: 'src/console', imports: ['src/http/contract', 'src/verify', ...language], nodeCore: 'none' },
  // One file that runs alone.
  { folder: 'src/verify', imports: [], nodeCore: 'all' },
  { folder: 'src/main', imports: everything, nodeCore: 'all' },
  { folder: 'infra', imports: [...everything, 'package.json'], nodeCore: 'all' },
  { folder: 'test', imports: [...everything, 'infra', 'package.json'], nodeCore: 'all' },
];

/**
 * Every npm package has its owners; `infra` and `test` may use all of them, and packages that only they use need no
 * line.
 */
export const owners: Readonly<Record<string, readonly string[]>> = {
  '@aws-sdk/client-s3': ['src/adapters/object-store-s3'],
  '@echogarden/espeak-ng-emscripten': ['src/engines/service-speech'],
  '@eventstore/db-client': ['src/adapters/eventstoredb'],
  'google-protobuf': ['src/adapters/eventstoredb'],
  ajv: ['src/schema'],
  'content-type': ['src/http'],
  'fountain-js': ['src/application/projects/script'],
  htm: ['src/console'],
  'ipaddr.js': ['src/adapters/outbound'],
  jose: ['src/adapters/jose'],
  kafkajs: ['src/adapters/kafka'],
  koa: ['src/http'],
  'find-my-way': ['src/http'],
  mediabunny: ['src/adapters/media-probe'],
  mongodb: ['src/adapters/mongo'],
  pino: ['src/adapters/pino'],
  preact: ['src/console'],
  'prom-client': ['src/adapters/metrics'],
  'node-av': ['src/engines/service-video'],
  nodemailer: ['src/adapters/smtp'],
  'opentype.js': ['src/engines/service-video/text'],
  sharp: ['src/engines/service-images', 'src/engines/service-video/clip', 'src/quality', 'src/main/demo'],
  yazl: ['src/adapters/zip'],
  spessasynth_core: ['src/engines/service-music'],
};

/** A built-in module that is a driver has one owner too. */
const coreOwners: Readonly<Record<string, readonly string[]>> = { 'node:sqlite': ['src/adapters/sqlite'] };

const under = (path: string): string => `^${path}(?:/|$)`;
const core = (name: string): string => `^(?:node:)?${name.replace('node:', '')}$`;
const npm = (name: string): string => `^node_modules/(?:@types/)?${name}/`;

const free = ['infra', 'test'].map(under);
const anyRow = rows.map(({ folder }) => under(folder));

/** Its own folder, as dependency-cruiser spells it: `$1` is the match of the row's first group. */
const itself = (folder: string): string => under(folder.replace('([^/]+)', '$1'));

const rowRule = ({ folder, imports, nodeCore }: Row): IForbiddenRuleType => ({
  name: folder,
  severity: 'error',
  comment: `${folder} may import itself, ${imports.join(', ') || 'no other folder'}; Node core: ${nodeCore}`,
  from: { path: under(folder) },
  to: {
    couldNotResolve: false,
    pathNot: [
      itself(folder),
      ...imports.map(under),
      '^node_modules/',
      ...(nodeCore === 'crypto' ? [core('crypto')] : []),
    ],
    ...(nodeCore === 'all' && { dependencyTypesNot: ['core' as const] }),
  },
});

const ownerRule = (path: string, [name, folders]: readonly [string, readonly string[]]): IForbiddenRuleType => ({
  name,
  severity: 'error',
  comment: `${name} belongs to ${folders.join(', ')}`,
  from: { pathNot: [...folders.map(under), ...free] },
  to: { path },
});

export const importRules: IForbiddenRuleType[] = [
  ...rows.map(rowRule),
  ...Object.entries(owners).map((entry) => ownerRule(npm(entry[0]), entry)),
  ...Object.entries(coreOwners).map((entry) => ownerRule(core(entry[0]), entry)),
  {
    name: 'npm-without-owner',
    severity: 'error',
    comment: 'a package is used by the folder that owns it: give it a line in `owners`',
    from: { pathNot: free },
    to: { path: '^node_modules/', pathNot: Object.keys(owners).map(npm) },
  },
  {
    name: 'npm-not-declared',
    severity: 'error',
    comment: 'an imported package is named in package.json',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'from-no-row',
    severity: 'error',
    comment: 'a new folder needs a row here and a line in src/ARCHITECTURE.md',
    from: { pathNot: anyRow },
    to: {},
  },
  {
    name: 'lonely-in-no-row',
    severity: 'error',
    comment: 'a new folder needs a row here and a line in src/ARCHITECTURE.md',
    from: { orphan: true, pathNot: anyRow },
    to: {},
  },
  { name: 'cycle', severity: 'error', from: {}, to: { circular: true } },
  { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
];

/** Checks the tree under `root` and returns the broken rules. */
export const importViolations = async (root: string): Promise<readonly IViolation[]> => {
  const { output } = await cruise(['.'], {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: importRules },
    skipAnalysisNotInRules: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^node_modules/' },
    // Exists beside a generated file only while a test compiles it (test/clients/typescript.test.ts); `out` is made.
    exclude: { path: '^(?:test/clients/typescript|out)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  });
  const result: ICruiseResult = typeof output === 'string' ? (JSON.parse(output) as ICruiseResult) : output;
  return [...result.summary.violations, ...folderCycles(result.modules)];
};
