/** An approval for training, from the review to the plan that carries its frame: on the real service. */
import test from 'ava';
import type { HttpAnswer } from '../support/http/http-call.ts';
import { givenClient } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';

test('an approval for training is shown with its decision, also of a frame that another plan carries', async (t) => {
  const { client } = await givenClient(t);
  const { planned } = await flow.givenGenerated(client, ['one', 'two']);
  const approved = flow.acceptAll(2).map((decision, index) => ({ ...decision, approveForTraining: index === 0 }));
  const shown = (answer: HttpAnswer): readonly unknown[] =>
    (answer.body['decisions'] as readonly { readonly approveForTraining: boolean }[]).map(
      ({ approveForTraining }) => approveForTraining,
    );
  const reviewed = flow.expecting(201, await flow.review(client, planned, planned.planId, approved));
  t.deepEqual(shown(reviewed), [true, false]);
  const frames = [{ prompt: 'one' }, { prompt: 'three' }];
  flow.expecting(
    200,
    await client.put(`projects/${planned.projectId}/storyboard`, { frames, continuityMode: 'independent' }),
  );
  const next = await flow.planProject(client, planned.projectId);
  await flow.generated(client, next);
  const sequence = flow.expecting(200, await client.get(`${next.film}/photo-sequences/${next.planId}`));
  const [first] = sequence.body['frames'] as readonly { readonly decision: unknown }[];
  t.like(first?.decision, { decision: 'accept', approveForTraining: true });
});
