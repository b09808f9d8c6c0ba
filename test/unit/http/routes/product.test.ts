import test from 'ava';
import { declared, operations } from '../../../../src/http/contract/operations/registry.ts';
import type { Operation } from '../../../../src/http/contract/operation.ts';
import { openApiDocument } from '../../../../src/http/openapi/document.ts';
import { productManifest } from '../../../../src/http/openapi/product-manifest.ts';
import { productEndpoints } from '../../../../src/http/routes/product.ts';
import type { Reply } from '../../../../src/http/answers/reply.ts';
import type { HttpContext } from '../../../../src/http/transport/exchange.ts';
import { createBodyReader } from '../../../../src/http/transport/read-body.ts';
import { openFlags } from '../../../spec/api-spec.ts';

const context = { req: { headers: {} }, querystring: '' } as HttpContext;

const start = (failing = 0) => {
  let turns = 0;
  const nextTurn = async () => {
    turns += 1;
    if (turns <= failing) throw new Error('no turn');
    return Promise.resolve();
  };
  const timers = { nextTurn };
  const readBody = createBodyReader(timers);
  const bodyThread = { judge: async () => Promise.reject(new Error('no body is sent')) };
  const parts = { flags: openFlags, timers, keys: [], readBody, bodyThread };
  const endpoint = productEndpoints(operations, parts).find(
    ({ operation }) => operation === (declared.getOpenApi as Operation),
  );
  const ask = async (): Promise<Reply | undefined> => (await endpoint?.answer(context)) as Reply | undefined;
  return { ask, turns: () => turns };
};

test('a document is written once, when it is first asked for, and others have turns meanwhile', async (t) => {
  const { ask, turns } = start();
  t.is(turns(), 0);
  const [first, second] = await Promise.all([ask(), ask()]);
  const counted = operations.filter(({ extension }) => extension !== true).length;
  t.is(turns(), counted);
  t.is(first?.body, second?.body);
  await ask();
  t.is(turns(), counted);
  const whole = openApiDocument({ operations, extensions: false, manifest: productManifest(openFlags) });
  t.deepEqual(first?.body, Buffer.from(JSON.stringify(whole)));
});

test('a document whose writing failed is written for the next caller', async (t) => {
  const { ask } = start(1);
  await t.throwsAsync(ask, { message: 'no turn' });
  t.is((await ask())?.status, 200);
});
