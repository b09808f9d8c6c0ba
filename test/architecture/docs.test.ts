/** The documents are true: their commands are run, and the names in them are looked up. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { commentsIn } from '../../infra/tooling/plain-words.ts';
import { operations } from '../../src/http/contract/operations/registry.ts';
import { priceListWith } from '../../src/kernel/pricing.ts';
import { readConfig } from '../../src/main/config.ts';
import {
  configured,
  type Page,
  pages,
  tableOf,
  testsNamed,
  wrongOn,
  wrongTests,
} from '../support/architecture/claims.ts';
import { codeSpansOf, firstDifference, sectionOf, type Step, stepsOf } from '../support/architecture/document.ts';
import { productFiles } from '../support/architecture/product-code.ts';
import { follow, likeACheckout, start } from '../support/architecture/follow.ts';
import { folders, readText, ROOT, sources } from '../support/architecture/tree.ts';
import { SENSIBLE } from '../support/architecture/variables.ts';

const readme = readText('README.md');
const invariants = readText('test/README.md');

const stepsOfRunbook = (name: string): readonly Step[] => stepsOf(readText(`infra/runbooks/${name}.md`));

/** The README asks for these; without them nothing can be said of its commands. */
const canFollow = (t: ExecutionContext): boolean => {
  const missing = ['sh', 'curl', 'npm'].filter((name) => spawnSync(name, ['-c', '--version']).error !== undefined);
  if (missing.length === 0) return true;
  t.log(`NOT CHECKED: the README cannot be followed here. There is no ${missing.join(', no ')}`);
  if (process.env['REQUIRE_CURL'] === '1') t.fail('REQUIRE_CURL=1, and there is none');
  else t.pass();
  return false;
};

/** The step with other words in its commands. */
const saying = (step: Step, words: string, others: string): Step => ({
  ...step,
  commands: { ...step.commands, text: step.commands.text.replaceAll(words, others) },
});

const at = (port: string, all: readonly Step[], user = 'alice'): readonly Step[] =>
  all.map((step) => saying(saying(step, ':8080', `:${port}`), '--sub alice', `--sub ${user}`));

test('the first five minutes go as the README has them; with a wrong command they do not', async (t) => {
  if (!canFollow(t)) return;
  const [first, ...steps] = ['The first five minutes', 'Films, music and speech'].flatMap((heading) =>
    stepsOf(sectionOf(readme, heading)),
  );
  const folder = likeACheckout(t);
  const expected = first?.printed ?? '';
  const lines = expected.trimEnd().split('\n').length;
  const before = readdirSync(folder);
  const { port, printed } = await start(t, folder, first?.commands.text ?? '', lines);
  t.is(firstDifference(expected, printed), undefined);
  t.true(steps.length > 10);
  // It waits for the readers of the replaced collection, and clients must not notice it.
  const rebuilding = follow(folder, stepsOfRunbook('rebuild-a-read-model'));
  t.deepEqual(await follow(folder, at(port, steps)), []);
  const left = readdirSync(folder).filter((name) => !before.includes(name));
  t.deepEqual(left, ['data'], 'what the steps leave in the checkout');
  for (const runbook of ['dead-letters', 'audit', 'back-up-and-restore']) {
    t.deepEqual(await follow(folder, stepsOfRunbook(runbook)), [], runbook);
  }

  // The sabotage: a page with one path misspelt, for a new user.
  const wrong = steps.slice(0, 3).map((step) => saying(step, '/plan"', '/plans"'));
  const found = await follow(folder, at(port, wrong, 'bob'));
  t.is(found.length, 1);
  t.regex(found[0] ?? '', new RegExp(`^line ${wrong[2]?.commands.line}: `));
  t.deepEqual(await rebuilding, []);
});

test('every path, link, script and variable that a document names is there', (t) => {
  t.true(pages.length > 30);
  t.deepEqual(pages.flatMap(wrongOn), []);
});

test('sabotage: a document that names what is not there is found', (t) => {
  const text = [
    'See [the page](no-page.md), `src/kernel/gone.ts`, `gone/` and `gone.ts`, run `npm run -s gone`,',
    'and `npm exec -c "node infra/gone.ts"` with `GONE_VARIABLE=1`.',
    '```sh\nnpm run nothing\n```',
    'But [this](README.md) is `src/`, with `PORT`, `DATA_DIR`, `npm test` and `application/json`.',
  ].join('\n');
  t.deepEqual(wrongOn({ path: 'PAGE.md', text }), [
    'PAGE.md: the link to no-page.md leads nowhere',
    'PAGE.md: there is no src/kernel/gone.ts',
    'PAGE.md: there is no gone/',
    'PAGE.md: there is no gone.ts',
    'PAGE.md: there is no infra/gone.ts',
    'PAGE.md: there is no script gone',
    'PAGE.md: there is no script nothing',
    'PAGE.md: nothing reads the variable GONE_VARIABLE',
  ]);
});

const EXCERPT = /\]\(([^)\s]+\.ts)\):\n\n```ts\n([^]*?)^```$/gm;

/** Blocks of a page whose file the link right before them names, and those that are no part of it. */
const excerptsOf = ({ path, text }: Page): { readonly all: number; readonly wrong: readonly string[] } => {
  const all = [...text.matchAll(EXCERPT)].map(([, link = '', code = '']) => ({ link, code }));
  const wrong = all.filter(({ link, code }) => {
    const file = normalize(join(dirname(path), link));
    return !existsSync(join(ROOT, file)) || !readText(file).includes(code);
  });
  return { all: all.length, wrong: wrong.map(({ link }) => `${path}: the excerpt is not in ${link}`) };
};

test('every excerpt of code is a part of the file that it names', (t) => {
  t.deepEqual(
    pages.flatMap((page) => excerptsOf(page).wrong),
    [],
  );
  const style = readText('src/STYLE.md');
  t.is(excerptsOf({ path: 'src/STYLE.md', text: style }).all, style.split('```ts').length - 1);
});

test('sabotage: an excerpt with one changed word is found', (t) => {
  const style = readText('src/STYLE.md').replace('requestReleased({ n: command.n', 'requestReleased({ n: state.n');
  t.deepEqual(excerptsOf({ path: 'src/STYLE.md', text: style }).wrong, [
    'src/STYLE.md: the excerpt is not in ../commands/request.ts',
  ]);
});

test('the table of variables is the configuration, with its defaults', (t) => {
  const rows = tableOf(sectionOf(readme, 'Configuration'), 'variable').map(([name = '', value = '']) => {
    const plain = (cell: string): string | undefined => /^`(.*)`$/.exec(cell)?.[1];
    return { name: plain(name) ?? name, value: plain(value) };
  });
  const names = rows.map(({ name }) => name);
  const without = [...configured].filter((name) => !names.includes(name));
  t.deepEqual(without, [], 'give each a row in the table of the README');
  t.deepEqual(names.toSorted(), [...configured].toSorted());
  for (const { name, value } of rows.filter((row) => row.value !== undefined)) {
    // Some say how a server is used, and nothing without its address.
    const others = /^(?:EVENTSTOREDB|MONGODB|KAFKA|S3|JWT|PROVIDER_X)_/.test(name) ? SENSIBLE : {};
    const one = name.replace('PROVIDER_X_', 'PROVIDER_A_');
    t.deepEqual(readConfig({ ...others, [one]: value }), readConfig(others), `${name}=${value} is the default`);
  }
});

test('the README knows how many operations are served', (t) => {
  const served = operations.filter(({ extension }) => extension !== true).length;
  t.true(readme.includes(`- ${served} of the 34 operations of the specification are served`), String(served));
});

test('the README knows the prices of a film', (t) => {
  const { clip, speech, music } = priceListWith({});
  const told = `${clip} credits a scene, ${speech} a minute of words, ${music} a half minute of music`;
  t.true(readme.includes(told), told);
});

/** Headings of the architecture page that comments cite, in quotation marks after its name. */
const headingsCited = (text: string): readonly string[] =>
  commentsIn(text).flatMap((comment) =>
    [...comment.text.matchAll(/ARCHITECTURE, "([^"]+)"/g)].map(([, name]) => name ?? ''),
  );

test('every heading of the architecture page that a comment cites is there', (t) => {
  const headings = [...readText('src/ARCHITECTURE.md').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading ?? '');
  const cited = sources.flatMap((path) => headingsCited(readText(path)));
  t.true(cited.includes('The lease is an event'));
  t.deepEqual(
    cited.filter((heading) => !headings.includes(heading)),
    [],
  );
  t.deepEqual(headingsCited('/** See (ARCHITECTURE, "No such\n * heading"). */'), ['No such heading']);
});

test('the architecture page names every folder that a newcomer meets', (t) => {
  const page = readText('src/ARCHITECTURE.md');
  const met = folders.filter((folder) => /^(?:[^/]+|src\/[^/]+(?:\/[^/]+)?|(?:infra|test)\/[^/]+)$/.test(folder));
  t.true(met.includes('src/application/reactions'));
  t.deepEqual(
    met.filter((folder) => !page.includes(`${folder.slice(folder.lastIndexOf('/') + 1)}/`)),
    [],
  );
});

test('the page of the ports names each of them', (t) => {
  const page = readText('src/ports/README.md');
  const ports = sources.filter((path) => path.startsWith('src/ports/')).map((path) => path.slice('src/ports/'.length));
  t.true(ports.includes('engine.ts'));
  t.deepEqual(
    ports.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});

/** A record is `<number>-<name>.md`, and its heading begins with its number. */
const flawsOfRecords = (records: readonly Page[]): readonly string[] => {
  const seen = new Set<string>();
  return records.flatMap(({ path, text }) => {
    const number = basename(path).slice(0, 4);
    const flaws = [
      ...(seen.has(number) ? [`${path} has the number of another one`] : []),
      ...(text.startsWith(`# ${number} `) ? [] : [`${path} has no heading with its number`]),
    ];
    seen.add(number);
    return flaws;
  });
};

test('each decision record has a number of its own, and says it', (t) => {
  const records = pages.filter(({ path }) => /^infra\/decisions\/\d/.test(path));
  t.true(records.length > 100);
  t.deepEqual(flawsOfRecords(records), []);
});

test('sabotage: an empty record and a number that is taken are found', (t) => {
  const records = [
    { path: '0001-a.md', text: '# 0001 A' },
    { path: '0001-b.md', text: '' },
  ];
  t.deepEqual(flawsOfRecords(records), [
    '0001-b.md has the number of another one',
    '0001-b.md has no heading with its number',
  ]);
});

/** Parts of the messages in a table of symptoms that no code says. A message has `…` for each word that varies. */
const unsaidIn = (page: string): readonly string[] => {
  const messages = tableOf(page, 'message').flatMap(([message = '']) => codeSpansOf(message));
  const pieces = messages.flatMap((message) => message.split(/…(?:\/\w+\.sqlite)?:? ?|, /));
  return pieces.filter((piece) => piece.includes(' ') && !productFiles.some(({ code }) => code.includes(piece.trim())));
};

test('every message of a start that the runbook explains is one of the service', (t) => {
  t.deepEqual(unsaidIn(readText('infra/runbooks/a-log-that-refuses-to-start.md')), []);
});

test('sabotage: a message that no start prints is found', (t) => {
  const page = '| message | meaning |\n|---|---|\n| `the log ends at …, and nothing has gone` | none |\n';
  t.deepEqual(unsaidIn(page), ['and nothing has gone']);
});

const rowsOfInvariants = tableOf(sectionOf(invariants, 'Invariants'), '#');

test('every invariant has a test that holds it and a sabotage, and they are there', (t) => {
  t.deepEqual(
    rowsOfInvariants.map(([number]) => number),
    Array.from({ length: 33 }, (_, index) => `I${index + 1}`),
  );
  for (const [number, , held = '', sabotage = ''] of rowsOfInvariants) {
    t.true(testsNamed(held).length > 0, `${number} is held by a test`);
    t.true(testsNamed(sabotage).length > 0, `${number} has a sabotage`);
  }
  t.deepEqual(pages.flatMap(wrongTests), []);
});

test('sabotage: a test that is not there is found', (t) => {
  const text =
    '`test/architecture/lint.test.ts` “every planted fault is reported, and nothing else” “gone” and `test/x.ts`';
  t.deepEqual(wrongTests({ path: 'PAGE.md', text }), [
    'PAGE.md: test/architecture/lint.test.ts has no “gone”',
    'PAGE.md: there is no test/x.ts',
  ]);
});
