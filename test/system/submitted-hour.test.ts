/** 1,000 submitted attempts that wait for an hour, in one process, by the clock of the test. */
import test from 'ava';
import { submitAttempts, waitAnHour } from '../bench/support/submitted-hour.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

/** At most, in MB of what is kept. The row `submitted` of the benchmarks has the resident memory. */
const KEPT_MB_MAX = 20;

test('1,000 submitted attempts cost an hour of less than 20 MB, and no event but those of news', async (t) => {
  t.timeout(240_000);
  const given = { folder: tempFolder(t), jobs: 125, attempts: 8 };
  await submitAttempts(given);
  const { events, news, forgotten, heapMB, polls } = await waitAnHour({ ...given, minutes: 2 });
  t.deepEqual(news, { TaskUnknown: 10, TaskRendered: 10, TaskFailed: 10 });
  t.deepEqual(events, news);
  t.is(forgotten, 0, 'each is asked about');
  t.true(polls > 2_000, `${polls} questions`);
  t.true(heapMB < KEPT_MB_MAX, `${heapMB} MB`);
});

test('sabotage: questions that leave memory behind, and answers that are all events, are found', async (t) => {
  t.timeout(240_000);
  const given = { folder: tempFolder(t), jobs: 30, attempts: 8 };
  await submitAttempts(given);
  const { heapMB, events, news } = await waitAnHour({ ...given, minutes: 2, isSabotage: true });
  t.true(heapMB >= KEPT_MB_MAX, `${heapMB} MB`);
  t.notDeepEqual(events, news);
});
