/** The prose of this repository against the rules of src/STYLE.md. */
import test from 'ava';
import { plainRules, sentenceWordsMax, unplainFile } from '../../infra/tooling/plain-words.ts';
import { readText, tree } from '../support/architecture/tree.ts';

/** Files whose prose is a quotation: the samples of this very test, and the rules. */
const QUOTING = ['test/architecture/plain-words.test.ts', 'infra/tooling/plain-words.ts'];

const files = tree.filter((path) => /\.(?:[jt]s|md)$/.test(path) && !QUOTING.includes(path));

test('comments, titles and pages are in plain words', (t) => {
  t.true(files.includes('src/STYLE.md') && files.includes('src/kernel/event.ts'));
  t.deepEqual(
    files.flatMap((path) => unplainFile(path, readText(path))),
    [],
  );
});

const LONG = `${'word '.repeat(sentenceWordsMax)}end.`;

/** For each rule: prose that it reports, and prose that it lets pass. */
const samples: Readonly<Record<string, { readonly bad: readonly string[]; readonly good: readonly string[] }>> = {
  'nameless-subject': {
    bad: ['Whoever asks gets it.', 'It is for those who read.', 'Nobody pays twice.', 'A name that someone gave.'],
    good: ['The caller gets it.', 'The key `nobody` is free.', 'The answer says "who".'],
  },
  'what-subject': {
    bad: ['What is paid follows.', 'It ends. What is left goes back.', 'The rest: Whatever comes.'],
    good: ['The caller knows what it asked for.', 'Somewhat later.'],
  },
  'literal-verb': {
    bad: ['The key stands in the log.', 'It lies in the folder.', 'It comes to the same.', 'It is to be repeated.'],
    good: ['A thread that comes to an end.', 'The standard word.', 'It is repeated.'],
  },
  'long-sentence': {
    bad: [LONG],
    good: [LONG.replace('word end', 'end'), LONG.replace('word word', 'word; word')],
  },
};

const places: Readonly<Record<string, readonly [path: string, (prose: string) => string]>> = {
  'a comment': ['src/kernel/any.ts', (prose) => `/** ${prose} */\nconst a = 1;\n`],
  'a comment of several lines': ['src/kernel/any.ts', (prose) => `  // First.\n  // ${prose}\n`],
  'a paragraph of a page': ['infra/ANY.md', (prose) => `# Title\n\nFirst.\n${prose}\n`],
  'a cell of a table': ['infra/ANY.md', (prose) => `| a | b |\n|---|---|\n| c | ${prose} |\n`],
  'a title of a test': ['test/unit/any.test.ts', (prose) => `test('${prose}', (t) => t.pass());\n`],
};

test('every rule of words is proven by samples', (t) => {
  t.deepEqual(Object.keys(samples).toSorted(), [...plainRules.map(({ name }) => name), 'long-sentence'].toSorted());
});

for (const [place, [path, written]] of Object.entries(places)) {
  test(`sabotage: in ${place}, each rule reports its samples and lets the others pass`, (t) => {
    for (const [name, { bad, good }] of Object.entries(samples)) {
      for (const prose of bad) {
        t.regex(unplainFile(path, written(prose)).join('\n'), new RegExp(`^${path}:\\d+ ${name}`), prose);
      }
      for (const prose of good) t.deepEqual(unplainFile(path, written(prose)), [], prose);
    }
  });
}

test('a title begins a sentence, in lower case', (t) => {
  t.regex(
    unplainFile('test/a.test.ts', `test('what is paid follows', f);`).join(),
    /^test\/a\.test\.ts:1 what-subject/,
  );
});

test('code and blocks of code are no prose', (t) => {
  t.deepEqual(unplainFile('src/kernel/any.ts', 'const nobody = "What stands here";\n'), []);
  t.deepEqual(unplainFile('infra/ANY.md', '```sh\nwho stands\n```\n\nFine.\n'), []);
});
