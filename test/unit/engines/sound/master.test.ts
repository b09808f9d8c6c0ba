/** Sound on a disk that takes no more: an error, and never a file that lacks its end. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { tempFolder } from '../../../support/process/temp-folder.ts';

const DRAFT = new URL('../../../../src/engines/sound/draft.ts', import.meta.url).href;
const MASTER = new URL('../../../../src/engines/sound/master.ts', import.meta.url).href;
/** Of a file, in units of 512 or 1,024 bytes: shells differ. The last write of a file that reaches it is cut short. */
const UNITS_MAX = 8;
const BYTES = 12_000;

/** Runs a module in a folder where no file may have more bytes; undefined where no shell bounds files. */
const bounded = (t: ExecutionContext, body: string) => {
  const cwd = tempFolder(t);
  const node = [process.execPath, '--input-type=module', '-e', body];
  const bound = spawnSync('sh', ['-c', `ulimit -f ${UNITS_MAX} && exec "$@"`, 'sh', ...node], {
    cwd,
    encoding: 'utf8',
  });
  if (bound.error === undefined) return { cwd, status: bound.status, stderr: bound.stderr };
  t.log('NOT CHECKED: there is no shell that bounds the size of files');
  t.pass();
  return undefined;
};

test('samples that the disk does not take in full are an error', (t) => {
  const ran = bounded(
    t,
    `const { createDraft, DRAFT_FILE } = await import('${DRAFT}');
     const { master } = await import('${MASTER}');
     const draft = createDraft(1);
     draft.add([new Float32Array(${BYTES / 4}).fill(0.1)]);
     draft.end();
     const passages = [{ path: DRAFT_FILE, from: 0 }];
     master({ rate: 8000, channels: 1, passages, frames: draft.frames() }, 'sound.wav', 0.01);`,
  );
  if (ran === undefined) return;
  t.is(ran.status, 1);
  t.regex(ran.stderr, /EFBIG/);
  t.false(existsSync(join(ran.cwd, 'sound.wav')));
});

test('sabotage: a single system call leaves a part, and says nothing', (t) => {
  const ran = bounded(
    t,
    `const fs = await import('node:fs');
     fs.writeSync(fs.openSync('made', 'w'), new Float32Array(${BYTES / 4}));`,
  );
  if (ran === undefined) return;
  t.is(ran.status, 0);
  t.true(statSync(join(ran.cwd, 'made')).size < BYTES);
});
