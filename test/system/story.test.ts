/** The story of the business on the embedded default, with the built-in painter and its judge. */
import test from 'ava';
import type { Core } from '../../src/main/core.ts';
import { judge, painter } from '../support/engines/painter.ts';
import { brokenAtRest } from '../support/service/promises-at-rest.ts';
import { givenService } from '../support/service/real-service.ts';
import { tellStory } from './story.ts';

const makers = { engines: new Map([[painter.name, painter]]), scorer: judge };

test('from an empty workspace to certificates', async (t) => {
  const { baseUrl, token, core } = await givenService(t, { makers });
  const { jobIds, charged } = await tellStory(baseUrl, await token());
  t.true(charged >= 5, `${charged} credits for five pictures`);
  t.deepEqual(await brokenAtRest(core, { told: jobIds }), []);
});

test('each role in a service of its own, all on one folder: the story is the same', async (t) => {
  const alone = async (role: string, dataDir?: string) =>
    givenService(t, { makers, env: { ROLES: role }, ...(dataDir !== undefined && { dataDir }) });
  const { baseUrl, token, core, dataDir } = await alone('api');
  for (const role of ['projector', 'relay', 'dispatcher', 'scorer', 'supervisor']) await alone(role, dataDir);
  const { jobIds } = await tellStory(baseUrl, await token());
  t.deepEqual(await brokenAtRest(core, { told: jobIds }), []);
});

/** The first byte of every object is another one. */
const spoiled = (core: Core): Core => {
  const { signedObjects } = core.stores;
  if (signedObjects === null) throw new Error('the embedded store serves its objects itself');
  const stream: typeof signedObjects.stream = async function* (key) {
    let first = true;
    for await (const chunk of signedObjects.stream(key)) {
      yield first ? chunk.map((byte, index) => (index === 0 ? byte ^ 1 : byte)) : chunk;
      first = false;
    }
  };
  return { ...core, stores: { ...core.stores, signedObjects: { ...signedObjects, stream } } };
};

test('a picture that is not what its hash says ends the story', async (t) => {
  const { baseUrl, token } = await givenService(t, { makers, doctor: spoiled });
  const error = await t.throwsAsync(tellStory(baseUrl, await token()), { code: 'ERR_ASSERTION' });
  t.regex(error.message, /sha256:/);
});
