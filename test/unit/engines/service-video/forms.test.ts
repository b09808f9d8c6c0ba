/** The two forms of FFmpeg beside each other: what the engine tells of them, and that their scenes are of one kind. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { describeVideo } from '../../../../src/engines/service-video/description.ts';
import { clipOf, filmOf, openStudio, streamed, wavOf } from '../../../support/engines/films.ts';
import { FFMPEG, inProgram } from '../../../support/engines/forms.ts';
import { headOf, picturesOf } from '../../../support/engines/watch-film.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

const programTest = inProgram(test);

test('the engine tells which form makes its films', (t) => {
  const [library, program] = [describeVideo(null), describeVideo('/opt/ffmpeg')];
  t.deepEqual([library.version, program.version], ['1', '1-ffmpeg']);
  t.regex(library.limitations.join(' '), /node-av/);
  t.regex(program.limitations.join(' '), /the program \/opt\/ffmpeg/);
  t.notRegex(program.limitations.join(' '), /node-av/);
});

test('a program is available where it may be run, with its probe beside it', async (t) => {
  const folder = tempFolder(t);
  const ffmpeg = join(folder, 'ffmpeg');
  const available = async (): Promise<boolean> => describeVideo(ffmpeg).available();
  t.false(await available());
  await writeFile(ffmpeg, '');
  await writeFile(join(folder, 'ffprobe'), '');
  await chmod(ffmpeg, 0o755);
  t.false(await available(), 'the probe may not be run');
  await chmod(join(folder, 'ffprobe'), 0o755);
  t.true(await available());
});

test('a program that is not there, or is none, is unavailable, and not the fault of the request', async (t) => {
  const none = join(tempFolder(t), 'ffmpeg');
  await t.throwsAsync(openStudio(t, none).make(clipOf({ durationMs: 250 })), { code: 'unavailable' } as never);
  await t.throwsAsync(openStudio(t, '/bin/false').make(clipOf({ durationMs: 250 })), { code: 'unavailable' } as never);
});

programTest('a film may have scenes of both forms, as in the hour when a new image is rolled out', async (t) => {
  const [library, program] = [openStudio(t), openStudio(t, FFMPEG)];
  const { path: one } = await library.make(clipOf());
  const { path: other } = await program.make(clipOf({ seed: 2 }));
  for (const { make } of [library, program]) {
    const { path } = await make(filmOf([one, other]));
    t.is((await headOf(path)).seconds, 2);
    t.is((await picturesOf(path)).length, 48);
  }
});

programTest('the program reaches no file or address that a sound names', async (t) => {
  const { make, root } = openStudio(t, FFMPEG);
  const { path: clip } = await make(clipOf({ durationMs: 250 }));
  const inside = join(root, 'inside.wav');
  await writeFile(
    inside,
    wavOf(1, () => 0.5),
  );
  for (const text of [`ffconcat version 1.0\nfile '${inside}'\n`, `#EXTM3U\n#EXTINF:1,\n${inside}\n#EXT-X-ENDLIST\n`]) {
    const music = join(root, 'music');
    await writeFile(music, text);
    await t.throwsAsync(make(filmOf([clip], { music: streamed(music) })), { code: 'rejected' } as never);
  }
});
