import test, { type ExecutionContext } from 'ava';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeySource } from '../../../../src/adapters/jose/key-source.ts';
import {
  LOCAL_AUDIENCE,
  LOCAL_ISSUER,
  type LocalIssuer,
  openLocalIssuer,
} from '../../../../src/adapters/jose/local-issuer.ts';
import { createTokenVerifier } from '../../../../src/adapters/jose/token-verifier.ts';
import { loadOrCreateSecret } from '../../../../src/adapters/system/load-or-create-secret.ts';
import { makeServiceKey, signerOf } from '../../../../src/adapters/system/service-key.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { personalWorkspaceId, userKey } from '../../../../src/kernel/ids.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { TokenVerifier } from '../../../../src/ports/token-verifier.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

const { clock } = createFakeClock();
const keyPath = (t: ExecutionContext): string => join(tempFolder(t), 'keys', 'issuer.jwk');
const open = async (path: string): Promise<LocalIssuer> =>
  openLocalIssuer({ clock, key: async () => signerOf(await loadOrCreateSecret(path, makeServiceKey)) });
const verifierOf = (issuer: LocalIssuer): TokenVerifier =>
  createTokenVerifier({
    keys: createKeySource({ load: issuer.loadJwks, clock }),
    issuer: LOCAL_ISSUER,
    audience: LOCAL_AUDIENCE,
    clock,
  });

test('the verifier accepts its tokens', async (t) => {
  const issuer = await open(keyPath(t));
  const token = await issuer.issueToken({ sub: 'alice', scope: 'read  plan', workspaceId: 'ws_1', ttlSeconds: 60 });
  t.deepEqual(await verifierOf(issuer).verify(token), {
    userKey: userKey(LOCAL_ISSUER, 'alice'),
    issuer: LOCAL_ISSUER,
    personalWorkspaceId: personalWorkspaceId(userKey(LOCAL_ISSUER, 'alice')),
    spendCap: null,
    name: 'alice',
    scopes: new Set(['read', 'plan']),
    workspaceId: 'ws_1',
    expiresAt: Math.floor(clock.now() / 1_000) + 60,
  });
  const capped = await issuer.issueToken({ sub: 'alice', scope: 'spend', spendCap: 40 });
  t.is((await verifierOf(issuer).verify(capped)).spendCap, 40);
});

test('two that start at once agree on one key, and only the public half leaves', async (t) => {
  const path = keyPath(t);
  const [one, two] = await Promise.all([open(path), open(path)]);
  t.is((await stat(path)).mode & 0o777, 0o600);
  t.is(await one.loadJwks(), await two.loadJwks());
  t.deepEqual(Object.keys((JSON.parse(await one.loadJwks()) as { keys: [object] }).keys[0]).sort(), [
    'alg',
    'crv',
    'kid',
    'kty',
    'use',
    'x',
  ]);
  await t.notThrowsAsync(verifierOf(one).verify(await two.issueToken({ sub: 'bob', scope: '' })));
});

test('another data folder has another key', async (t) => {
  const [one, two] = [await open(keyPath(t)), await open(keyPath(t))];
  const error = await t.throwsAsync(verifierOf(one).verify(await two.issueToken({ sub: 'bob', scope: 'admin' })));
  t.true(isFault(error, 'invalid'));
});

test('it refuses to issue what no verifier would accept', async (t) => {
  const issuer = await open(keyPath(t));
  for (const sub of ['', 'x'.repeat(201), '\ud800']) {
    t.true(isFault(await t.throwsAsync(issuer.issueToken({ sub, scope: '' })), 'rejected'));
  }
  for (const ttlSeconds of [0, -1, 1.5, limits.tokenAgeMaxSeconds + 1, Number.NaN]) {
    t.true(isFault(await t.throwsAsync(issuer.issueToken({ sub: 'a', scope: '', ttlSeconds })), 'rejected'));
  }
  const token = await issuer.issueToken({ sub: 'x'.repeat(200), scope: '', ttlSeconds: limits.tokenAgeMaxSeconds });
  await t.notThrowsAsync(verifierOf(issuer).verify(token));
});

test('a stored key that is not one is corrupt, and the message does not quote it', async (t) => {
  for (const text of ['', 'canary', '{"kty":"oct","k":"canary"}', '{"kty":"OKP","crv":"Ed25519","x":"canary"}']) {
    const error = await t.throwsAsync(openLocalIssuer({ clock, key: async () => signerOf(Buffer.from(text)) }));
    t.true(isFault(error, 'corrupt'));
    t.false(`${error?.message} ${String(error?.cause)}`.includes('canary'));
  }
});
