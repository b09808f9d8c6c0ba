/** Long work of the event loop is done before a service is ready, or elsewhere. */
import { join } from 'node:path';
import test from 'ava';
import { readConfig } from '../../src/main/config.ts';
import { openCore } from '../../src/main/core.ts';
import { compileNext } from '../../src/schema/validator.ts';
import { newEvents, newStream } from '../contract/samples.ts';
import { quickMakers } from '../support/engines/quick-makers.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { givenService } from '../support/service/real-service.ts';

test.serial('a service that is ready has compiled what it checks by', async (t) => {
  await givenService(t);
  t.false(compileNext());
});

test.serial(
  'a service writes each file of its storage on a thread; sabotage: a test may have it write here',
  async (t) => {
    let threads = 0;
    const count = (): void => void (threads += 1);
    process.on('worker', count);
    t.teardown(() => process.off('worker', count));
    const threadsBy = async (writers?: 'here'): Promise<number> => {
      const before = threads;
      const config = readConfig({ DATA_DIR: join(tempFolder(t), 'data'), LOG_LEVEL: 'silent' });
      const core = await openCore(config, (error) => t.fail(String(error)), quickMakers(), {
        ...(writers && { writers }),
      });
      await core.stores.store.append(newStream(), 'none', newEvents(1));
      await core.close();
      return threads - before;
    };
    t.is(await threadsBy(), 2);
    t.is(await threadsBy('here'), 0);
  },
);

test.serial('the documents of a service are encoded in several turns', async (t) => {
  const config = readConfig({ DATA_DIR: join(tempFolder(t), 'data'), LOG_LEVEL: 'silent' });
  const core = await openCore(config, (error) => t.fail(String(error)), quickMakers());
  const { documents } = core.stores;
  await documents.declare({ name: 'note', indexes: {} });
  let turns = 0;
  let turnsAtLast = 0;
  let counting = setImmediate(function count() {
    turns += 1;
    counting = setImmediate(count);
  });
  const body = {
    get text() {
      turnsAtLast = turns;
      for (const end = performance.now() + 1; performance.now() < end;);
      return 'x';
    },
  };
  const one = { collection: 'note', owner: 'o', position: '0000-000000000001', body };
  await documents.write(Array.from({ length: 50 }, (_, n) => ({ ...one, id: `${n}` })));
  clearImmediate(counting);
  await core.close();
  t.true(turnsAtLast > 5, `${turnsAtLast} turns`);
});
