import test from 'ava';
import { createSecrets, MASTER_KEY_BYTES } from '../../../../src/adapters/system/create-secrets.ts';
import { createIds } from '../../../../src/adapters/system/ids.ts';
import { isFault } from '../../../../src/kernel/faults.ts';

const SECRET = 'sk-live-51H…';
const BOUND = ['ws_1', 'provider_c'];
const ids = createIds();
const masterKey = (): Uint8Array => ids.bytes(MASTER_KEY_BYTES);

test('a sealed secret opens again, under the names that it is bound to', (t) => {
  const secrets = createSecrets(masterKey());
  const [one, two] = [secrets.seal(SECRET, BOUND), secrets.seal(SECRET, BOUND)];
  t.is(secrets.open(one, BOUND), SECRET);
  t.is(secrets.open(two, BOUND), SECRET);
  t.not(Buffer.compare(one, two), 0, 'no two seals are alike');
  t.false(Buffer.from(one).toString().includes(SECRET));
});

test('a secret that was swapped, changed or made up is corrupt, and the fault does not tell it', (t) => {
  const secrets = createSecrets(masterKey());
  const sealed = secrets.seal(SECRET, BOUND);
  const stored = JSON.parse(Buffer.from(sealed).toString()) as Record<string, string>;
  const other = JSON.parse(Buffer.from(secrets.seal('another', BOUND)).toString()) as Record<string, string>;
  const flipped = Buffer.from(stored['box'] ?? '', 'base64');
  flipped[0] = (flipped[0] ?? 0) ^ 1;
  const wrong: readonly (readonly [Uint8Array, readonly string[]])[] = [
    [sealed, ['ws_2', 'provider_c']],
    [sealed, ['ws_1', 'provider_a']],
    [sealed, ['ws_1']],
    [sealed, ['ws_1provider_c']],
    ...[
      { box: flipped.toString('base64') },
      { nonce: other['nonce'] },
      { box: other['box'] },
      { box: '' },
      { v: 2 },
    ].map((change) => [Buffer.from(JSON.stringify({ ...stored, ...change })), BOUND] as const),
    [Buffer.from('{}'), BOUND],
    [Buffer.from('not JSON'), BOUND],
    [new Uint8Array(), BOUND],
  ];
  for (const [bytes, bound] of wrong) {
    const error = t.throws(() => secrets.open(bytes, bound));
    t.true(isFault(error, 'corrupt'));
    t.false(JSON.stringify(error, Object.getOwnPropertyNames(error)).includes(SECRET));
  }
});

test('an earlier master key opens and seals no more; without it its secrets are corrupt', (t) => {
  const [old, fresh] = [masterKey(), masterKey()];
  const before = createSecrets(old);
  const sealed = before.seal(SECRET, BOUND);
  const rotating = createSecrets(fresh, old);
  t.is(rotating.open(sealed, BOUND), SECRET);
  t.false(rotating.isCurrent(sealed));
  const again = rotating.seal(rotating.open(sealed, BOUND), BOUND);
  t.true(rotating.isCurrent(again));
  const after = createSecrets(fresh);
  t.is(after.open(again, BOUND), SECRET);
  t.true(
    isFault(
      t.throws(() => after.open(sealed, BOUND)),
      'corrupt',
    ),
  );
});

test('a fingerprint names a secret under one master key, and another one under another', (t) => {
  const [one, two] = [createSecrets(masterKey()), createSecrets(masterKey())];
  const print = one.fingerprint(SECRET, ['provider_c']);
  t.regex(print, /^[0-9a-f]{16}$/);
  t.is(one.fingerprint(SECRET, ['provider_c']), print);
  t.not(one.fingerprint(SECRET, ['provider_a']), print);
  t.not(one.fingerprint(`${SECRET} `, ['provider_c']), print);
  t.not(two.fingerprint(SECRET, ['provider_c']), print, 'guesses cannot be checked without the master key');
});
