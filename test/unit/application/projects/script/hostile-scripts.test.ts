/**
 * Scripts that are made to hold up the service: the parser of Fountain takes exponential time on some, quadratic on
 * more. Each ends, a slice at a time, and the parser sees bounded pieces only.
 */
import test from 'ava';
import { Lexer } from 'fountain-js';
import { splitScript } from '../../../../../src/application/projects/script/split-script.ts';
import { limits } from '../../../../../src/kernel/limits.ts';

/** Many slices, and many times what the parser may be given. */
const CHARS = 16 * limits.scriptSliceChars;
const full = (text: string): string => text.repeat(Math.ceil(CHARS / text.length)).slice(0, CHARS);

const names = Array.from({ length: 300 }, (_, index) => `AB${'C'.repeat(index % 38)}${index} (tall)`).join(' ');

const hostile: Readonly<Record<string, string>> = {
  'a title page that the parser never ends': `Title: ${'a'.repeat(80)}\u2028\n`,
  'centred text that the parser never ends': full(`${'>a<'.repeat(40)}x\n`),
  'a title page without end': `Title: a\n${full('a: b\n')}`,
  'one line': full('a'),
  'one line in capitals': full('A '),
  'one line in wide characters': full('日'),
  blanks: full(' '),
  'empty lines': full('\r\n'),
  slashes: full('/'),
  stars: full('*a'),
  'boneyards that are not closed': full('/* a\n'),
  'empty boneyards': full('/**/'),
  'boneyards of a line': full('/*\n*/\n'),
  'a boneyard of stars': `/*${full('*')} */`,
  'notes that are not closed': full('[['),
  'a note over empty lines': `[[\n${full('  \n')}`,
  framings: full('[[shot: a]]'),
  headings: full('INT. A\n'),
  'headings with numbers': full(`INT. A ${'#a'.repeat(900)}\n`),
  'headings with blanks': full(`INT. ${' '.repeat(1_900)}#\n`),
  'forced headings': full('.a\n\n'),
  names: full('A\n'),
  'names with stars': full(`A${' *_'.repeat(30)}x\nb\n\n`),
  'names with brackets': full(`A${'('.repeat(90)}\nb\n\n`),
  'names that may be transitions': full(`A TO:${' '.repeat(90)}\nb\n\n`),
  'short speeches': full('A\nb\n\n'),
  songs: full('A\n~la\n\n'),
  asides: full(`A\n${'*_(a) '.repeat(600)}\n\n`),
  'one speech': `A\n${full('(((((\n')}`,
  'short action': full('a\n\n'),
  introductions: full("A'"),
  'a cast in every word': `${names}\n\n${full(`${'AB1 '.repeat(2_900)}\n\n`)}`,
  'direction marks': full('\u202e\u200b'),
};

/** The lengths of all that the parser is given while the work is done. */
const given = async (work: () => Promise<unknown>): Promise<readonly number[]> => {
  const lengths: number[] = [];
  const undo = (['tokenizeScript', 'tokenizeTitlePage'] as const).map((name) => {
    const parse = Lexer[name].bind(Lexer);
    Lexer[name] = (source) => {
      lengths.push(source.length);
      return parse(source);
    };
    return () => Object.assign(Lexer, { [name]: parse });
  });
  await work().finally(() => {
    for (const one of undo) one();
  });
  return lengths;
};

const pieceMax = limits.scriptCueCharsMax + limits.scriptSpeechCharsMax + 2;

for (const [what, script] of Object.entries(hostile)) {
  test.serial(`${what}: read to its end, in slices`, async (t) => {
    let turns = 0;
    const timers = {
      nextTurn: async () => {
        turns += 1;
        return Promise.resolve();
      },
    };
    const lengths = await given(async () => splitScript(script, timers));
    t.deepEqual(
      lengths.filter((length) => length > pieceMax),
      [],
    );
    // A slice ends with its line, which may be as long as another one.
    t.true(turns >= Math.floor(script.length / (2 * limits.scriptSliceChars)), `${turns} turns`);
  });
}

test.serial('sabotage: a script that is handed to the parser as a whole is seen', async (t) => {
  const lengths = await given(async () => Promise.resolve(Lexer.tokenizeScript(full('She cooks. '))));
  t.true(lengths.some((length) => length > pieceMax));
});
