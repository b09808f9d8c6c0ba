import { readdirSync } from 'node:fs';
import test from 'ava';
import { fileLinesMax, lineLengthMax, tidyRules, untidy, withoutComments } from '../../infra/tooling/tidy.ts';
import { FOLDERS, readText, ROOT, tree } from '../support/architecture/tree.ts';

/** Entries allowed in the root; dotfiles are the tools' own. */
const rootEntries = [
  ...FOLDERS,
  'LICENSE',
  'README.md',
  'coverage',
  'data',
  'node_modules',
  'out',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

/** Files past the limit, each with the reason why splitting it would make it harder to read. */
const longFiles: Readonly<Record<string, string>> = {
  'src/verify/verify.js': 'auditors take this one file, which needs no other',
};

const paths = tree.filter((path) => /\.[cm]?[jt]s$/.test(path));

test('this repository is tidy', (t) => {
  const findings: string[] = [];
  for (const path of paths) {
    // The samples of this very test are untidy on purpose.
    if (path !== 'test/architecture/tidy.test.ts') {
      findings.push(...untidy(path, readText(path), Object.keys(longFiles)));
    }
  }
  t.true(paths.includes('infra/tooling/tidy.ts'));
  t.deepEqual(findings, []);
});

test('every reason for a long file is still needed', (t) => {
  for (const path of Object.keys(longFiles)) {
    const text = readText(path);
    t.true(text.split('\n').length > fileLinesMax, path);
  }
  t.pass();
});

test('file names are in kebab case', (t) => {
  t.deepEqual(
    paths.filter((path) => !/^(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(path)),
    [],
  );
});

test('the root holds what the design names', (t) => {
  t.deepEqual(
    readdirSync(ROOT).filter((name) => !name.startsWith('.') && !rootEntries.includes(name)),
    [],
  );
});

/** For each rule: texts that it must report, one finding each, where they lie; and texts that it must let pass. */
const samples: Readonly<Record<string, { path: string; bad: readonly string[]; good: readonly string[] }>> = {
  'wall-clock': {
    path: 'commands/job/start.ts',
    bad: [
      'const at = Date.now();',
      'const at = new Date();',
      'const at = new Date;',
      'const at = Date();',
      'call(Date.now);',
    ],
    good: ['const at = new Date(now).toISOString();', '// not Date.now()', 'const { newDate } = x;', 'toDate(x);'],
  },
  'monotonic-clock': {
    path: 'src/application/relay.ts',
    bad: ['performance.now();', 'process.hrtime.bigint();', `import { performance } from 'node:perf_hooks';`],
    good: ['clock.monotonic();', '/* performance.now() */'],
  },
  timer: {
    path: 'src/adapters/sqlite/writer.ts',
    bad: [
      'setTimeout(f, 1);',
      'globalThis.setInterval(f, 1);',
      'setImmediate(f);',
      'AbortSignal.timeout(10);',
      `import { scheduler } from 'node:timers/promises';`,
    ],
    good: ['await timers.sleep(1);', 'server.setTimeouts(1);', `type Clocks = Pick<Deps, 'clock' | 'timers'>;`],
  },
  randomness: {
    path: 'src/engines/service-images/draw.ts',
    bad: [
      'Math.random();',
      `import { randomUUID } from 'node:crypto';`,
      'crypto.getRandomValues(b);',
      'randomBytes(4);',
    ],
    good: ['ids.bytes(17);', 'const randomness = seed;'],
  },
  environment: {
    path: 'src/main/compose.ts',
    bad: ['process.env.PORT;', 'process.env["PORT"];', `import { env } from 'node:process';`],
    good: ['config.port;', 'process.on("SIGTERM", stop);'],
  },
  console: {
    path: 'src/http/app.ts',
    bad: ['console.log(1);', 'const { log } = console;', 'process.stdout.write("");', 'process.stderr.write("");'],
    good: ['logger.info({}, "");', 'this.console.log();', "import '../console/page.ts';"],
  },
  'inherited-servers': {
    path: 'test/support/process/run-tool.ts',
    bad: ['const env = { ...process.env, PORT: "0" };'],
    good: ['const env = { ...embeddedEnvironment(), PATH: process.env.PATH };'],
  },
  network: {
    path: 'src/application/score.ts',
    bad: ['await fetch(url);', 'new WebSocket(url);'],
    good: ['await store.fetch(key);', 'prefetch(key);'],
  },
  locale: {
    path: 'projections/job/definition.ts',
    bad: ['a.localeCompare(b);', 'n.toLocaleString();', 'new Intl.NumberFormat();'],
    good: ['a < b ? -1 : 1;'],
  },
  'kernel-crypto': {
    path: 'src/kernel/keys.ts',
    bad: [`import { createHmac } from 'node:crypto';`, `import { hash, sign } from 'node:crypto';`],
    good: [`import { hash } from 'node:crypto';`, `import { createHash } from 'node:crypto';`],
  },
  'unfinished-test': {
    path: 'test/unit/job.test.ts',
    bad: [
      'test.only("x", f);',
      'test.serial.skip("x", f);',
      'test.todo("x");',
      'test.failing("x", f);',
      't.is.skip(1, 2);',
    ],
    good: ['test.serial("x", f);', 't.is(1, 1);', 'latest.only;'],
  },
  leftover: {
    path: 'infra/tooling/any.ts',
    bad: ['// TODO later', '/* FIXME */', 'f(); // XXX', '<<<<<<< HEAD', '======='],
    good: ['// see the issue', 'const todoList = 1;'],
  },
  'unexplained-exception': {
    path: 'src/kernel/any.ts',
    bad: ['// oxlint-disable-next-line no-eval', '// eslint-disable', '// oxfmt-ignore'],
    good: ['// oxlint-disable-next-line no-eval -- the only way', '// oxfmt-ignore -- a table'],
  },
  'long-line': {
    path: 'test/unit/any.test.ts',
    bad: [`// ${'x'.repeat(lineLengthMax)}`],
    good: ['x'.repeat(lineLengthMax)],
  },
};

test('every rule is proven by samples', (t) => {
  t.deepEqual(Object.keys(samples).toSorted(), tidyRules.map(({ name }) => name).toSorted());
});

for (const [name, { path, bad, good }] of Object.entries(samples)) {
  test(`${name} reports what it must, and only that`, (t) => {
    for (const text of bad) {
      const findings = untidy(path, `\n${text}\n`);
      t.true(findings.length > 0 && findings.every((finding) => finding.startsWith(`${path}:2 ${name}: `)), text);
    }
    for (const text of good) t.deepEqual(untidy(path, text), [], text);
  });
}

test('owners may, and no other file', (t) => {
  for (const path of ['src/adapters/system/clock.ts', 'test/unit/clock.test.ts', 'infra/load.ts']) {
    t.deepEqual(untidy(path, 'Date.now(); setTimeout(f); Math.random(); performance.now();'), [], path);
  }
  t.deepEqual(untidy('src/main/config.ts', 'process.env.PORT; console.log();'), []);
  t.deepEqual(untidy('src/adapters/eventstoredb/client.ts', 'await fetch(url);'), []);
  t.is(untidy('src/adapters/systemic/clock.ts', 'Date.now();').length, 1);
});

test('a long file needs a reason', (t) => {
  const text = 'f();\n'.repeat(fileLinesMax + 1);
  t.deepEqual(untidy('src/kernel/long.ts', text), [
    `src/kernel/long.ts:${fileLinesMax + 1} long-file: split it, or give it a reason in tidy.test.ts`,
  ]);
  t.deepEqual(untidy('src/kernel/long.ts', text, ['src/kernel/long.ts']), []);
  t.deepEqual(untidy('src/kernel/long.ts', 'f();\n'.repeat(fileLinesMax)), []);
});

test('only comments are blanked', (t) => {
  const text = `const url = 'http://a'; // b\nconst s = "/* c */"; /* d\ne */ f(\`// \${g}\`);`;
  const code = withoutComments(text);
  t.is(code, `const url = 'http://a';     \nconst s = "/* c */";     \n     f(\`// \${g}\`);`);
});
