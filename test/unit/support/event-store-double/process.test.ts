/** The double as a process: killed and started again it has all that it answered, and nothing twice. */
import { join } from 'node:path';
import test from 'ava';
import { eventually, untilItSucceeds } from '../../../support/kernel/eventually.ts';
import { spawnEventStoreDouble } from '../../../support/event-store-double/spawn.ts';
import { event, idsOf, openClient, rejection, unary } from '../../../support/event-store-double/stock-client.ts';
import { untilTold, watch } from '../../../support/event-store-double/watch.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

test.serial(
  'killed in the middle of appends, each repeated with the same ids: nothing lost, nothing twice',
  async (t) => {
    const process = await spawnEventStoreDouble(t, { data: join(tempFolder(t), 'log.sqlite') });
    const client = openClient(t, process.url);
    const count = 40;
    let acknowledged = 0;
    const lane = async (stream: string): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (let revision = -1; revision < count - 1; revision += 1) {
        const one = event();
        const expectedRevision = revision < 0 ? 'no_stream' : BigInt(revision);
        await untilItSucceeds('it is taken', async () =>
          client.appendToStream(stream, one, { expectedRevision, ...unary }),
        );
        ids.push(one.id);
        acknowledged += 1;
      }
      return ids;
    };
    const lanes = ['box-1', 'box-2', 'box-3'];
    const writing = Promise.all(lanes.map(lane));
    await eventually('some are taken', () => acknowledged > count);
    await process.kill();
    await process.start();
    const written = await writing;
    for (const [index, stream] of lanes.entries()) {
      t.deepEqual(await idsOf(client.readStream(stream)), written[index]);
    }
    const { name } = await rejection(
      client.appendToStream('box-1', event(), { expectedRevision: 'no_stream', ...unary }),
    );
    t.is(name, 'WrongExpectedVersionError');
  },
);

test.serial('its faults are set from outside', async (t) => {
  const process = await spawnEventStoreDouble(t, { data: join(tempFolder(t), 'log.sqlite') });
  const client = openClient(t, process.url);
  const { faults } = process;
  const append = async (stream: string) =>
    client.appendToStream(stream, event(), { expectedRevision: 'no_stream', ...unary });
  const twice = await faults.next({ on: 'append', kind: 'unavailable', times: 2, streams: 'job-' });
  await append('plan-1');
  await rejection(append('job-1'));
  await rejection(append('job-1'));
  t.is(await twice.fired(), 2);
  await append('job-1');
  const watched = watch(client.subscribeToAll());
  await untilTold(watched, 'caughtUp');
  t.is(await faults.strikeSubscriptions('unavailable'), 1);
  await eventually('it breaks', () => watched.error()?.code === 14);
  await faults.next({ on: 'append', kind: 'unavailable' });
  await faults.clear();
  await append('plan-2');
  await t.throwsAsync(faults.next({ on: 'append', kind: 'not-leader' }), { message: /leader/ });
});
