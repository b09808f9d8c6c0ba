import test from 'ava';
import { hmacSha256 } from '../../../../src/adapters/system/hmac-sha256.ts';
import { signWebhook } from '../../../../src/application/deliveries/sign-webhook.ts';

// The expected values were made by another implementation, the module `hmac` of Python.
const vector = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  unixSeconds: 1_614_265_330,
  body: Buffer.from('{"test": 2432232314}'),
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
};
const STANDARD = 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const OWN = '4dcc6584af5be940fa895235654dad4eaa7c3c455f611b1e34d7dae9bf8b7148';
const STANDARD_OF_TEXT = 'erSEI+Imfi9Cxkkf1dTb8weVmcNQOMUMzaeKy1OUry0=';

test('a signature is the one that other implementations make', (t) => {
  const headers = signWebhook(hmacSha256, vector);
  t.deepEqual(headers, {
    'webhook-id': vector.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': `v1,${STANDARD}`,
    'X-SERVICE-Signature': `t=1614265330,v1=${OWN}`,
  });
  t.is(signWebhook(hmacSha256, { ...vector, secrets: ['a secret'] })['webhook-signature'], `v1,${STANDARD_OF_TEXT}`);
});

test('sabotage: another id, time, body or secret has other signatures', (t) => {
  const changes = [
    { id: 'msg_1' },
    { unixSeconds: 1 },
    { body: Buffer.from('{"test": 1}') },
    { secrets: ['whsec_AAAA'] },
  ];
  for (const change of changes) {
    const headers = signWebhook(hmacSha256, { ...vector, ...change });
    t.not(headers['webhook-signature'], `v1,${STANDARD}`);
    t.false(headers['X-SERVICE-Signature']?.endsWith(OWN));
  }
});

test('two secrets give two signatures, the newest first', (t) => {
  const headers = signWebhook(hmacSha256, { ...vector, secrets: ['a secret', ...vector.secrets] });
  t.is(headers['webhook-signature'], `v1,${STANDARD_OF_TEXT} v1,${STANDARD}`);
  t.regex(headers['X-SERVICE-Signature'] ?? '', new RegExp(`^t=1614265330,v1=[0-9a-f]{64},v1=${OWN}$`));
});

test('without a secret nothing is signed', (t) => {
  const headers = signWebhook(hmacSha256, { ...vector, secrets: [] });
  t.deepEqual(headers, { 'webhook-id': vector.id, 'webhook-timestamp': '1614265330' });
});

test('a secret without a key behind its prefix is a key as it is, and never the empty one', (t) => {
  const signedBy = (key: string): string =>
    hmacSha256(Buffer.from(key), [`${vector.id}.${vector.unixSeconds}.`, vector.body]).toString('base64');
  for (const secret of ['whsec_', 'whsec_!!', 'whsec_A']) {
    const signature = signWebhook(hmacSha256, { ...vector, secrets: [secret] })['webhook-signature'];
    t.is(signature, `v1,${signedBy(secret)}`);
    t.not(signature, `v1,${signedBy('')}`);
  }
});
