/** Films: hundreds of scenes in one job. */
import test from 'ava';
import { jobQueued } from '../../../events/job.ts';
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { filmDetailsOf } from '../../support/jobs/builders.ts';
import { createEventCodec, GENESIS } from '../../../src/schema/event-codec.ts';

const LONGEST = limits.tasksPerJobMax - 4;

test('the longest film, with a person before each scene, is queued by one event', (t) => {
  const details = filmDetailsOf({ scenes: LONGEST, supervised: true });
  t.is(details.tasks.length, limits.tasksPerJobMax);
  const bytes = canonicalJson(jobQueued(details).data).length;
  t.log(`${bytes} of ${limits.eventBytesMax} bytes`);
  t.true(bytes < 0.95 * limits.eventBytesMax);
  const metadata = { workspaceId: 'ws_1', actor: 'user:ann', correlationId: 'c', at: '2026-03-01T09:00:00.000Z' };
  const place = { stream: 'job-job_1', revision: 0, id: 'one', metadata, previousHash: GENESIS };
  t.notThrows(() => createEventCodec().encode(jobQueued(details), place));
});
