/** For any messages lost for good, their work is owed, and is done (I1). */
import test from 'ava';
import type { Core } from '../../src/main/core.ts';
import type { MessageLog } from '../../src/ports/message-log.ts';
import { brokenAtRest } from '../support/service/promises-at-rest.ts';
import { givenClient } from '../support/service/real-service.ts';
import { creditsOf, finalJob, givenStarted } from '../support/service/storyboard-calls.ts';

/** Groups that are given none of their messages: as if all had been given up. */
const losing =
  (...groups: readonly string[]) =>
  (core: Core): Core => {
    const { messages } = core.stores;
    const consume: MessageLog['consume'] = async (options) =>
      groups.includes(options.group)
        ? messages.consume({ ...options, handle: async () => Promise.resolve({ kind: 'done' }) })
        : messages.consume(options);
    return { ...core, stores: { ...core.stores, messages: { ...messages, consume } } };
  };

for (const groups of [
  ['settle', 'dispatch'],
  ['supervise', 'settle', 'dispatch', 'score'],
]) {
  test(`no message reaches ${groups.join(', ')}: the job ends, and is paid`, async (t) => {
    t.timeout(240_000);
    const { client, core } = await givenClient(t, { doctor: losing(...groups) });
    const before = (await creditsOf(client)) as { readonly total: number };
    const { planned, jobId } = await givenStarted(client, ['a quay', 'a boat'], { continuityMode: 'chain' });
    const { job } = await finalJob(client, planned, jobId);
    t.like(job, { status: 'completed', chargedCredits: 2 });
    t.deepEqual(await brokenAtRest(core, { told: [jobId], patienceMs: 60_000 }), []);
    t.like(await creditsOf(client), { total: before.total - 2, held: 0 });
  });
}
