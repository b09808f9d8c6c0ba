/** Why `npm ci` is enough on a fresh machine: versions, contents and the runtime are pinned, no script needs to run. */
import test from 'ava';
import { readText } from '../support/architecture/tree.ts';

type Package = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

const json = (path: string): unknown => JSON.parse(readText(path));
const manifest = json('package.json') as Package;
const lock = json('package-lock.json') as { readonly packages: Readonly<Record<string, Package>> };
const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
const offenders = (rule: (entry: Package) => boolean): readonly string[] =>
  installed.filter(([, entry]) => rule(entry)).map(([path]) => path);

test('scripts run on the Node that npm ci brings, or on a newer one', (t) => {
  t.true(Number(process.versions.node.split('.')[0]) >= 24, process.version);
});

test('every version is exact', (t) => {
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  const ranges = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies });
  t.deepEqual(
    ranges.filter(([, version]) => !/^(?:npm:.+@)?\d+\.\d+\.\d+$/.test(version)),
    [],
  );
});

test('the lock file pins contents, and names no download host', (t) => {
  t.true(installed.length > 0);
  t.deepEqual(
    offenders(({ version, integrity }) => version === undefined || integrity === undefined),
    [],
  );
  t.deepEqual(
    offenders(({ resolved }) => resolved !== undefined),
    [],
  );
});

test('no dependency has an install script that it needs', (t) => {
  t.deepEqual(
    offenders(({ hasInstallScript }) => hasInstallScript === true),
    // The first counts installs for its makers, and the second fetches a command line that the service does not use.
    // The third prints advice on version numbers.
    ['node_modules/@scarf/scarf', 'node_modules/node-av', 'node_modules/protobufjs'],
  );
});
