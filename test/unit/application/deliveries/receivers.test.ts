/** The programs of the runbook for receivers, in three languages: each takes what is signed here, and nothing else. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { hmacSha256 } from '../../../../src/adapters/system/hmac-sha256.ts';
import { signWebhook } from '../../../../src/application/deliveries/sign-webhook.ts';

const page = readFileSync(new URL('../../../../infra/runbooks/check-a-webhook.md', import.meta.url), 'utf8');
const programIn = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';

type Vector = Readonly<
  Record<'secret' | 'webhook-id' | 'webhook-timestamp' | 'body' | 'X-SERVICE-Signature' | 'webhook-signature', string>
>;

/** Their signatures were made by another implementation, the module `hmac` of Python. */
const vectors = JSON.parse(programIn('json')) as readonly Vector[];

/** The command, what it needs, and how it is handed a program. */
const languages: readonly (readonly [string, string, readonly string[]])[] = [
  ['js', process.execPath, ['--input-type=module', '-e']],
  ['python', 'python3', ['-c']],
  ['shell', 'sh', ['-c']],
];

const secret = 'a secret of a test, ü';
const body = Buffer.from('{"id": "dlv_1", "video": {"title": "Grüße"}}');
const webhook = { id: 'dlv_1', body, secrets: [secret] };

/** Of a webhook that is `ageSeconds` old. */
const signed = (ageSeconds = 0, secrets: readonly string[] = [secret]) => {
  const unixSeconds = Math.floor(Date.now() / 1_000) - ageSeconds;
  const { 'X-SERVICE-Signature': header = '' } = signWebhook(hmacSha256, { ...webhook, secrets, unixSeconds });
  return { ...webhook, header };
};

const isHere = (t: ExecutionContext, language: string, command: string): boolean => {
  const needed = language === 'shell' ? [command, 'openssl'] : [command];
  const missing = needed.filter((name) => spawnSync(name, ['-c', 'exit']).error !== undefined);
  if (missing.length === 0) return true;
  t.log(`NOT CHECKED: receivers in ${language}. There is no ${missing.join(', no ')}`);
  if (process.env['REQUIRE_RECEIVERS'] === '1') t.fail(`REQUIRE_RECEIVERS=1, and there is no ${missing.join(', no ')}`);
  else t.pass();
  return false;
};

/** The status of a program of the runbook for one webhook. */
const statusOf = (
  [language, command, options]: (typeof languages)[number],
  program: string,
  one: ReturnType<typeof signed>,
): number | null => {
  // Python names the program itself.
  const given = [...options, program, ...(language === 'python' ? [] : ['program']), one.id, one.header];
  const env = { PATH: process.env['PATH'], SECRET: one.secrets[0], LC_ALL: 'C.UTF-8' };
  return spawnSync(command, given, { input: one.body, env }).status;
};

for (const each of languages) {
  const [language, command] = each;
  test(`a receiver in ${language} takes a webhook as it was sent, and no other`, (t) => {
    if (!isHere(t, language, command)) return;
    const status = (one: ReturnType<typeof signed>): number | null => statusOf(each, programIn(language), one);
    const good = signed();
    t.is(status(good), 0);
    t.is(status(signed(200)), 0);
    // While a secret is rotated, there are two.
    for (const two of [
      [secret, 'new'],
      ['new', secret],
    ])
      t.is(status(signed(0, two)), 0);
    const others = [
      { ...good, id: 'dlv_2' },
      { ...good, secrets: ['another secret'] },
      { ...good, body: Buffer.concat([body, Buffer.from(' ')]) },
      { ...good, body: body.subarray(1) },
      { ...good, header: good.header.replace(/t=\d/, 't=2') },
      { ...good, header: good.header.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) },
      { ...good, header: '' },
      signed(0, ['one secret', 'another secret']),
      signed(301),
      signed(1_000),
      signed(-1_000),
    ];
    for (const [index, other] of others.entries()) t.is(status(other), 1, `change ${index}`);
  });

  test(`a receiver in ${language} agrees with the vectors, and finds a changed one`, (t) => {
    if (!isHere(t, language, command)) return;
    const program = programIn(language);
    const ageless = program.replaceAll('300', '9999999999');
    t.not(ageless, program);
    for (const vector of vectors) {
      const bytes = Buffer.from(vector.body);
      const one = {
        id: vector['webhook-id'],
        body: bytes,
        secrets: [vector.secret],
        header: vector['X-SERVICE-Signature'],
      };
      t.is(statusOf(each, ageless, one), 0, vector.secret);
      t.is(statusOf(each, program, one), 1, 'its time is past');
      t.is(statusOf(each, ageless, { ...one, body: bytes.subarray(1) }), 1);
      t.is(statusOf(each, ageless, { ...one, secrets: [`${vector.secret}A`] }), 1);
    }
  });
}

test('the service signs the vectors as they are written', (t) => {
  t.is(vectors.length, 2);
  for (const { secret: key, body: text, ...headers } of vectors) {
    const { 'webhook-id': id, 'webhook-timestamp': time } = headers;
    const given = { id, unixSeconds: Number(time), body: Buffer.from(text), secrets: [key] };
    t.deepEqual(signWebhook(hmacSha256, given), headers);
  }
});
