/** The attempt that a cancel left uncalled, on a frame that a person accepts afterwards. */
import test from 'ava';
import { answered } from '../../../support/application/answered.ts';
import { decide, generate, produce, repair } from '../../../support/application/production.ts';
import { givenWorld } from '../../../support/application/world.ts';
import { jobOf } from '../../../support/application/states.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';

for (const accepts of [false, true]) {
  const how = accepts ? 'accepted, then sent to repair' : 'sent to repair';
  test(`an attempt that a cancel left uncalled is made by the repair of a frame that is ${how}`, async (t) => {
    const { process, ann } = await givenWorld(t);
    const production = await produce(process, ann, 2);
    const first = await generate(process, production);
    await drawJob(process.services, first, () => 'fail', 1);
    await answered(process.application.cancelJob(ann, first));
    await drawJob(process.services, first);
    if (accepts) await answered(decide(process, production, 'accept', 0));
    await answered(decide(process, production, 'repair', 0));
    const { details } = await jobOf(process, await repair(process, production));
    const [task] = details?.tasks ?? [];
    t.like(task, { index: 0, attemptsUsed: 1, attemptsMax: 4 });
  });
}
