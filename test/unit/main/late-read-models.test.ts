/** A process starts before its document store does, and opens its read models when that is there. */
import test from 'ava';
import { Fault } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import type { ProjectionRunner } from '../../../src/application/read-models/run-projection.ts';
import { openLateReadModels } from '../../../src/main/late-read-models.ts';
import type { LogFields } from '../../../src/ports/basics.ts';
import { silentLogger } from '../../support/kernel/silent-logger.ts';
import { boxes } from '../../support/read-models/box-projections.ts';
import { createFakeClock } from '../../support/kernel/fake-clock.ts';
import { createProjectionWorld } from '../../support/read-models/projection-world.ts';

test('an outage is told once for each kind of trouble, however often it is met', async (t) => {
  const world = createProjectionWorld(t);
  const { timers, advance } = createFakeClock();
  const told: string[] = [];
  const warn = ({ err }: LogFields): void => void told.push((err as Error).message);
  let trouble: Error | undefined = new Fault('unavailable', 'nobody answers');
  let tries = 0;
  const open = async (): Promise<ProjectionRunner> => {
    tries += 1;
    if (trouble !== undefined) throw trouble;
    return world.run([boxes]);
  };
  const { documents } = world;
  const logger = { ...silentLogger, warn };
  const late = await openLateReadModels({ documents, timers, logger, patient: true, now: true }, open);
  await t.throwsAsync(async () => late.documents.get('boxes', 'a'), { message: /not open yet/ });
  await advance(10 * limits.readModelsOpenRetryMs);
  t.true(tries > 10);
  t.deepEqual(told, ['nobody answers']);
  t.deepEqual(
    [...late.broken().values()].map(({ message }) => message),
    ['nobody answers'],
  );
  trouble = undefined;
  await advance(limits.readModelsOpenRetryMs, 100);
  t.is(late.broken().size, 0);
  await late.close();
});

test('an error that is no outage ends the tries, and stays reported', async (t) => {
  const world = createProjectionWorld(t);
  const { timers, advance } = createFakeClock();
  let tries = 0;
  const open = async (): Promise<ProjectionRunner> => {
    tries += 1;
    throw new Fault('corrupt', 'the end of the log is gone');
  };
  const deps = { documents: world.documents, timers, logger: silentLogger };
  const late = await openLateReadModels({ ...deps, patient: true, now: false }, open);
  t.is(tries, 0, 'where there is no hope nobody waits');
  t.is(late.broken().size, 1, 'and nobody is ready');
  await advance(10 * limits.readModelsOpenRetryMs);
  t.is(tries, 1);
  t.deepEqual(
    [...late.broken().values()].map(({ message }) => message),
    ['the end of the log is gone'],
  );
  await late.close();
  await t.throwsAsync(openLateReadModels({ ...deps, patient: true, now: true }, open), { message: /is gone/ });
});
