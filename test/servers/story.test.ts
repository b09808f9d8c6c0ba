/** The story of the business, word for word that of the embedded default, on EventStoreDB, MongoDB, Kafka and S3. */
import test from 'ava';
import { judge, painter } from '../support/engines/painter.ts';
import { brokenPromises } from '../support/service/promises.ts';
import { givenService } from '../support/service/real-service.ts';
import { givenServers } from '../support/servers/environment.ts';
import { requireServer } from '../support/servers/require.ts';
import { logSince, sinceNow, untilNothingIsOwed } from '../support/log/whole-log.ts';
import { tellStory } from '../system/story.ts';

const makers = { engines: new Map([[painter.name, painter]]), scorer: judge };
const kafka = requireServer(test, 'kafka');
const mongodb = requireServer(test, 'mongodb');
const s3 = requireServer(test, 's3');

if (kafka !== undefined && mongodb !== undefined && s3 !== undefined) {
  test('from an empty workspace to certificates', async (t) => {
    const { env } = await givenServers(t, { kafka, mongodb, s3 });
    const { baseUrl, token, core } = await givenService(t, { makers, env });
    const since = await sinceNow(core);
    const { jobIds, charged } = await tellStory(baseUrl, await token());
    t.true(charged >= 5, `${charged} credits for five pictures`);
    await untilNothingIsOwed(core, undefined, since);
    t.deepEqual(brokenPromises({ events: await logSince(core, since), calls: [], told: jobIds }), []);
  });
}
