/** A refusal names every place that is wrong, also where only the application can tell. */
import test from 'ava';
import { thenRefused } from '../spec/api-spec.ts';
import type { HttpAnswer } from '../support/http/http-call.ts';
import { givenClient } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';

const placesIn = ({ body }: HttpAnswer): readonly string[] =>
  (body['details'] as readonly { readonly pointer: string }[]).map(({ pointer }) => pointer);

test('every frame that is not in the plan, every unknown requirement and both times are named', async (t) => {
  const { client } = await givenClient(t);
  const planned = await flow.givenPlanned(client, ['one', 'two']);
  const decisions = [7, 0, 8].map((frameIndex) => ({ frameIndex, decision: 'accept', note: 'seen' }));
  const reviewed = await client.post(`${planned.film}/photo-sequences/${planned.planId}/review`, { decisions });
  thenRefused(t, reviewed, 400, 'validation_failed');
  t.deepEqual(placesIn(reviewed), ['/decisions/0/frameIndex', '/decisions/2/frameIndex']);
  const generated = await client.post(`${planned.film}/storyboard-images/generate`, {
    expectedExecutionManifestArtifactHash: planned.manifestHash,
    requirementIds: ['req_x', planned.requirementIds[0], 'req_y'],
  });
  thenRefused(t, generated, 422, 'validation_failed');
  t.deepEqual(placesIn(generated), ['/requirementIds/0', '/requirementIds/2']);
  const listed = await client.get('ledger/entries?since=yesterday&until=tomorrow');
  thenRefused(t, listed, 422, 'validation_failed');
  t.deepEqual(placesIn(listed), ['/since', '/until']);
});
