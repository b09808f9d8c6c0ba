/** A service does not start on a program of films that cannot be one. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readConfig } from '../../../src/main/config.ts';
import { openCore } from '../../../src/main/core.ts';
import { whyNoFfmpeg } from '../../../src/main/why-no-ffmpeg.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

const says = (name: string): string => `#!/bin/sh\necho "${name} version 7.1-static Copyright (c) 2000-2024"\n`;

/** The path of `ffmpeg` in a folder with these programs. */
const given = async (t: ExecutionContext, programs: Readonly<Record<string, string>>): Promise<string> => {
  const folder = tempFolder(t);
  for (const [name, content] of Object.entries(programs)) await writeFile(join(folder, name), content, { mode: 0o755 });
  return join(folder, 'ffmpeg');
};

const whyNot = async (ffmpeg: string): Promise<string | undefined> => (await whyNoFfmpeg(ffmpeg))?.message;

test('a program that says it is FFmpeg, with its probe beside it, may be named', async (t) => {
  t.is(await whyNot(await given(t, { ffmpeg: says('ffmpeg'), ffprobe: says('ffprobe') })), undefined);
  t.is(await whyNoFfmpeg(null), undefined, 'the library');
});

test('a program that is not there, is none, is alone or is another one is named with its remedy', async (t) => {
  const nothing = await given(t, {});
  t.is(
    await whyNot(nothing),
    `FFMPEG="${nothing}" makes no sense: at this path is no program that this user may run. ` +
      'Install FFmpeg with ffprobe beside it and name its path, or leave FFMPEG out to use node-av',
  );
  t.regex((await whyNot(await given(t, { ffmpeg: says('ffmpeg') }))) ?? '', /at \S+\/ffprobe is no program/);
  const other = { ffmpeg: '#!/bin/sh\nexit 0\n', ffprobe: says('ffprobe') };
  t.regex((await whyNot(await given(t, other))) ?? '', /the program at this path does not say that it is ffmpeg/);
  const broken = { ffmpeg: says('ffmpeg'), ffprobe: 'no program at all' };
  t.regex((await whyNot(await given(t, broken))) ?? '', /ffprobe does not say that it is ffprobe/);
});

test('a start on such a program is refused', async (t) => {
  const env = { DATA_DIR: join(tempFolder(t), 'data'), LOG_LEVEL: 'silent', FFMPEG: await given(t, {}) };
  const opened = openCore(readConfig(env), (error) => t.fail(String(error)), undefined, { writers: 'here' });
  await t.throwsAsync(
    opened.then(async (core) => core.close()),
    { name: 'ConfigError', message: /^FFMPEG=/ },
  );
});
