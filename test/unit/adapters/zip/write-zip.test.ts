/** The zip of a download, read by its directory. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { writeZip } from '../../../../src/adapters/zip/write-zip.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { collect } from '../../../contract/samples.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';
import { entriesOfZip } from '../../../support/http/read-zip.ts';

const entry = (name: string, text: string) => ({ name, read: async () => Promise.resolve(Buffer.from(text)) });

const zipOf = async (...entries: Parameters<typeof writeZip>[0]): Promise<Buffer> =>
  Buffer.concat(await collect(writeZip(entries)));

test('entries are there as they were given, in their order', async (t) => {
  const zip = await zipOf(entry('frame-0000.png', 'one'), entry('manifest.json', '{}'), entry('empty', ''));
  t.deepEqual(
    [...entriesOfZip(zip)].map(([name, bytes]) => [name, bytes.toString()]),
    [
      ['frame-0000.png', 'one'],
      ['manifest.json', '{}'],
      ['empty', ''],
    ],
  );
  t.deepEqual(entriesOfZip(await zipOf()), new Map());
});

test('the same entries make the same bytes in any zone', async (t) => {
  const script = join(tempFolder(t), 'zip.ts');
  const source = new URL('../../../../src/adapters/zip/write-zip.ts', import.meta.url).href;
  writeFileSync(
    script,
    `import { writeZip } from ${JSON.stringify(source)};
    const entries = [{ name: 'a', read: async () => Buffer.from('one') }];
    process.stdout.write(Buffer.concat(await Array.fromAsync(writeZip(entries))).toString('hex'));`,
  );
  const inZone = (TZ: string) => execFileSync(process.execPath, [script], { env: { TZ } }).toString();
  t.is(inZone('UTC'), (await zipOf(entry('a', 'one'))).toString('hex'));
  t.is(inZone('Asia/Tokyo'), inZone('America/New_York'));
});

test('an entry that is lost fails the archive', async (t) => {
  const lost = async () => Promise.reject(new Fault('not_found', 'there is no object a'));
  await t.throwsAsync(zipOf(entry('a', 'one'), { name: 'b', read: lost }), { instanceOf: Fault, code: 'not_found' });
});
