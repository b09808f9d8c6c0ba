/** Child processes of a service as `npm start` runs it: no setting tells it where to keep their compiled code. */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openIssuer } from '../../src/main/open-tokens.ts';
import { createSystem } from '../../src/main/system.ts';
import { createClient } from '../support/http/http-client.ts';
import { startProcess } from '../support/process/service-process.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { ALL_SCOPES } from '../support/service/real-service.ts';
import { expecting } from '../support/service/storyboard-calls.ts';

test('compiled code of children is kept among the scratch folders, for the owner alone', async (t) => {
  const dataDir = join(tempFolder(t), 'data');
  const service = await startProcess(t, { dataDir, env: { NODE_COMPILE_CACHE: '' } });
  const issuer = await openIssuer(dataDir, createSystem({ logLevel: 'silent' }));
  const client = createClient(service.baseUrl, await issuer.issueToken({ sub: 'alice', scope: ALL_SCOPES }));
  expecting(200, await client.post('tts', { text: 'A quay.' }));
  t.true(globSync(join(dataDir, 'scratch/children/*/*')).length > 0);
  if (process.platform !== 'win32') t.is(statSync(join(dataDir, 'scratch')).mode & 0o777, 0o700);
  t.is(await service.stop(), 0);
});
