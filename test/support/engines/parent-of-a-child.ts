/** A process with one child that computes without end. Prints the id of the child, or of a program of it if told. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { createChildren } from '../../../src/engines/child/children.ts';
import { jobOf, startsNode } from './job-of.ts';

const [, , folder = '.', what = 'child'] = process.argv;
const children = createChildren({ childrenMax: 1, background: createTimers({ background: true }) });
const own = what === 'program' ? startsNode('setInterval(() => {}, 1e6)') : 'const own = process;';
const body = `${own} const fs = await import('node:fs');
  fs.writeFileSync('draft', String(own.pid)); fs.renameSync('draft', 'pid'); for (;;);`;
const scratch = { folder: async () => Promise.resolve(folder) };
children
  .run({ ...jobOf(body), startsPrograms: what === 'program' }, scratch, new AbortController().signal)
  .catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });

for (let file: string | undefined; file === undefined; await rest(20)) {
  [file] = globSync('job-*/pid', { cwd: folder });
  if (file !== undefined) console.log(readFileSync(join(folder, file), 'utf8'));
}
