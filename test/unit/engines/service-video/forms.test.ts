/** The two forms of FFmpeg beside each other: what the engine tells of them, and that their scenes are of one kind. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { describeVideo } from '../../../../src/engines/service-video/description.ts';
import { probeBeside } from '../../../../src/engines/service-video/program/programs.ts';
import { clipOf, filmOf, openStudio, streamed, wavOf } from '../../../support/engines/films.ts';
import { FFMPEG, inEachForm, inProgram } from '../../../support/engines/forms.ts';
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

test('the probe is looked for as the program is named', (t) => {
  t.is(probeBeside('/usr/bin/ffmpeg'), '/usr/bin/ffprobe');
  t.is(probeBeside('/opt/ffmpeg-7.1'), '/opt/ffprobe');
  t.is(probeBeside('/films/ffmpeg.exe'), '/films/ffprobe.exe');
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

inEachForm(test)(
  'a list of files in the place of a sound reaches none, not even the one beside it',
  async (t, open) => {
    const { make, root } = open(t);
    const { path: clip } = await make(clipOf({ durationMs: 250 }));
    const [speech, music] = [join(root, 'a.wav'), join(root, 'b')];
    await writeFile(
      speech,
      wavOf(1, () => 0.5),
    );
    // The speech has this name where the list is read. A demuxer of lists takes it, as the name is a safe one.
    await writeFile(music, "ffconcat version 1.0\nfile 'speech'\n");
    const sounds = { speech: streamed(speech), music: streamed(music) };
    await t.throwsAsync(make(filmOf([clip], sounds)), { code: 'rejected', message: /the music/ } as never);
  },
);
