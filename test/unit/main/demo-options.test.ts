import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { HELP, optionsOf } from '../../../src/main/demo/options.ts';
import { readScreenplay } from '../../../src/main/demo/read-screenplay.ts';
import { UserError } from '../../../src/main/demo/user-error.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

test('without a word it takes the screenplay that comes with it', (t) => {
  t.deepEqual(optionsOf([]), { screenplay: null, scenes: null, out: 'out', keep: false, json: false, help: false });
});

test('every option is understood, and told in the help', (t) => {
  t.deepEqual(optionsOf(['my.fountain', '--scenes', '3-7', '--out', 'o', '--keep', '--json', '--help']), {
    screenplay: 'my.fountain',
    scenes: [3, 7],
    out: 'o',
    keep: true,
    json: true,
    help: true,
  });
  for (const option of ['--scenes', '--out', '--keep', '--json', '--help']) t.true(HELP.includes(option));
  t.true(HELP.split('\n').every((line) => line.length <= 120));
});

test('senseless input is refused with a clear message', (t) => {
  for (const args of [
    ['a', 'b'],
    ['--frames', '3'],
    ['--scenes', '0'],
    ['--scenes', '7-3'],
    ['--scenes', 'x'],
    ['--out'],
  ]) {
    t.throws(() => optionsOf(args), { instanceOf: UserError }, args.join(' '));
  }
  t.deepEqual(optionsOf(['--scenes', '4']).scenes, [4, 4]);
});

test('the screenplay that comes with it is read', async (t) => {
  t.regex(await readScreenplay(null), /^Title: A Letter for North Light/);
});

test('a file of the user: read as UTF-8 with or without a mark, or refused by name', async (t) => {
  const folder = tempFolder(t);
  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  t.is(await readScreenplay(file('mark.fountain', '\ufeffINT. A - DAY')), 'INT. A - DAY');
  t.is(
    await readScreenplay(file('pages.fountain', 'She goes.\fINT. A\u001b - DAY\r\n')),
    'She goes.\nINT. A - DAY\r\n',
  );
  const emoji = '😀'.repeat(1_500_000);
  t.is(await readScreenplay(file('emoji.fountain', emoji)), emoji);
  const refused: readonly (readonly [path: string, message: RegExp])[] = [
    [join(folder, 'none.fountain'), /there is no file .*none\.fountain/],
    [folder, /is a folder/],
    [file('empty.fountain', ' \n'), /is empty/],
    [file('latin.fountain', Uint8Array.from([0x63, 0x61, 0x66, 0xe9])), /not text in UTF-8/],
    [file('wide.fountain', Buffer.from('INT. A - DAY', 'utf16le')), /not text in UTF-8/],
    [file('huge.fountain', 'a'.repeat(2_000_001)), /at most 2000000/],
    [file('film.mp4', Buffer.alloc(8_000_001, 97)), /too large for a screenplay/],
  ];
  for (const [path, message] of refused) await t.throwsAsync(readScreenplay(path), { instanceOf: UserError, message });
});
