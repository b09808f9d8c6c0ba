/** On servers, dispatches of engines that hang and of others are in one topic, and share its partitions. */
import test from 'ava';
import { givenServers } from '../support/servers/environment.ts';
import { requireServer } from '../support/servers/require.ts';
import { hangingEngineTest } from '../support/service/slow-engines.ts';

const kafka = requireServer(test, 'kafka');
const mongodb = requireServer(test, 'mongodb');

if (kafka !== undefined && mongodb !== undefined) {
  hangingEngineTest(test, async (t) => (await givenServers(t, { kafka, mongodb })).env);
}
