/** An upload of which nothing comes: how soon it is cut does not depend on the size that it claims. */
import { PassThrough } from 'node:stream';
import test from 'ava';
import { uploadEndpoint, type UploadDependencies } from '../../../../src/http/routes/uploads.ts';
import type { HttpContext } from '../../../../src/http/transport/exchange.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

const SIZE = 500 * 1_048_576;
const upload = { uploadId: 'ast_1', userKey: 'ann', workspaceId: 'ws_1', sizeBytes: SIZE };

/** The status of a PUT of which nothing more comes after its first bytes; undefined while it has none. */
const givenStalled = (first: number) => {
  const { clock, timers, advance } = createFakeClock();
  const application = (() => ({
    open: async () => Promise.resolve(upload),
  })) as unknown as UploadDependencies['application'];
  const grant = { method: 'PUT', key: 'k', contentType: 'video/mp4', sizeMax: SIZE, expiresAt: 0 } as const;
  const objects: Parameters<typeof uploadEndpoint>[1] = {
    verifySignature: () => grant,
    receive: async (_, body) => {
      const chunks = await Array.fromAsync(body);
      return { key: 'k', size: chunks.length, contentType: 'video/mp4' };
    },
  };
  const { answer } = uploadEndpoint('/objects/*', objects, { application, clock, timers, longBodies: new WeakSet() });
  const headers = { 'content-type': 'video/mp4', 'content-length': String(SIZE) };
  const req = Object.assign(new PassThrough(), { headers, socket: {}, complete: false });
  const context = { method: 'PUT', url: '/objects/k', req, res: {} } as unknown as HttpContext;
  answer(context).catch(() => undefined);
  req.write(Buffer.alloc(first));
  return { req, advance };
};

test('an upload of which nothing comes is cut after the first allowance', async (t) => {
  const { req, advance } = givenStalled(1);
  await advance(limits.uploadAllowanceMs);
  t.false(req.destroyed);
  await advance(2 * limits.uploadCheckMs);
  t.true(req.destroyed);
});
