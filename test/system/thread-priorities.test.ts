/** The threads of the real service: those of large bodies and of pictures take what the API leaves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import { openIssuer } from '../../src/main/open-tokens.ts';
import { createSystem } from '../../src/main/system.ts';
import { createClient } from '../support/http/http-client.ts';
import { startProcess } from '../support/process/service-process.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { ALL_SCOPES } from '../support/service/real-service.ts';
import { expecting } from '../support/service/storyboard-calls.ts';

/** proc(5): the 19th field; the second may have spaces, and ends with the last parenthesis. */
const nicenessOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);

/** How many threads of a process have the priority of children; none where threads have no priority. */
const loweredIn = (pid: number): number => {
  if (process.platform !== 'linux') return 0;
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).filter((tid) => {
    try {
      return nicenessOf(readFileSync(join(tasks, tid, 'stat'), 'utf8')) === limits.childNiceness;
    } catch {
      // It has ended since.
      return false;
    }
  }).length;
};

test('a large body and a picture are each worked on by a thread of the priority of children', async (t) => {
  const dataDir = join(tempFolder(t), 'data');
  const service = await startProcess(t, { dataDir });
  const issuer = await openIssuer(dataDir, createSystem({ logLevel: 'silent' }));
  const client = createClient(service.baseUrl, await issuer.issueToken({ sub: 'alice', scope: ALL_SCOPES }));
  const counts = [loweredIn(service.pid)];
  const script = 'INT. KITCHEN - DAY\n\nAda reads a letter.\n\n'.padEnd(2 * limits.bodyInlineBytesMax, '\n');
  expecting(200, await client.post('projects', { name: 'The letter', script }));
  counts.push(loweredIn(service.pid));
  expecting(200, await client.post('image/generate', { prompt: 'a quay' }));
  counts.push(loweredIn(service.pid));
  const [none = 0, bodies = 0, pictures = 0] = counts;
  const told = `${counts.join()} threads`;
  if (process.platform === 'linux') t.true(none < bodies && bodies < pictures, told);
  else t.is(pictures, 0, told);
  t.is(await service.stop(), 0);
});
