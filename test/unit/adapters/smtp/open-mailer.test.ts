/** The mailer against real SMTP servers of this machine, over real sockets. */
import test, { type ExecutionContext } from 'ava';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { type MailerRules, openMailer, type SmtpServer } from '../../../../src/adapters/smtp/open-mailer.ts';
import type { LogFields } from '../../../../src/ports/basics.ts';
import { certify } from '../../../support/adapters/certificate.ts';
import { type MailHostOptions, openMailHost } from '../../../support/adapters/mail-host.ts';

const trusted = certify({ names: ['localhost'] });
const login = { user: 'films', pass: 'CANARY5pXq7Zr2Vt9Ws4Yu' };
const mail = { id: 'dlv_1', to: 'ada@films.test', subject: 'Video: Grüße', text: 'link: x', html: '<p>link: x</p>' };

const given = async (
  t: ExecutionContext,
  host: MailHostOptions = {},
  change: Partial<SmtpServer> = {},
  rules: MailerRules = {},
) => {
  const { port, received, logins } = await openMailHost(t, host);
  const logged: LogFields[] = [];
  const server = { host: 'localhost', port, secure: false, login: null, from: 'films@studio.test', ...change };
  const deps = { timers: createTimers(), logger: { warn: (fields: LogFields) => void logged.push(fields) } };
  return { mailer: openMailer(deps, server, { ca: trusted.cert, ...rules }), received, logins, logged };
};

test('a message is delivered with the same Message-ID at each attempt', async (t) => {
  const { mailer, received } = await given(t);
  t.deepEqual(await mailer.send(mail), { kind: 'accepted' });
  t.deepEqual(await mailer.send(mail), { kind: 'accepted' });
  t.is(received.length, 2);
  for (const { from, to, text } of received) {
    t.deepEqual([from, to], ['films@studio.test', ['ada@films.test']]);
    t.regex(text, /^Message-ID: <dlv_1@studio\.test>\r$/m);
    t.regex(text, /^Subject: =\?UTF-8\?Q\?Video=3A_Gr=C3=BC=C3=9Fe\?=\r$/m);
    t.regex(text, /^Auto-Submitted: auto-generated\r$/m);
    t.regex(text, /Content-Type: text\/plain/);
    t.regex(text, /Content-Type: text\/html/);
  }
});

test('a reply tells a message that is refused for good from one that is refused for now', async (t) => {
  const replies = [451, 550];
  const { mailer, received, logged } = await given(t, { recipient: () => replies.shift() ?? null });
  t.deepEqual(await mailer.send(mail), { kind: 'refused', why: 'deferred', statusCode: 451 });
  t.deepEqual(await mailer.send(mail), { kind: 'refused', why: 'refused', statusCode: 550 });
  t.deepEqual(await mailer.send(mail), { kind: 'accepted' });
  t.is(received.length, 1);
  t.false(JSON.stringify(logged).includes('ada@'));
  t.is(logged.length, 2);
});

test('a server that hangs, and one that is away, end the attempt', async (t) => {
  const hanging = await given(t, { recipient: () => 'never' }, {}, { attemptMs: 200 });
  const unreachable = { kind: 'refused', why: 'unreachable', statusCode: null } as const;
  t.deepEqual(await hanging.mailer.send(mail), unreachable);
  const away = await given(t, {}, { host: '127.0.0.1', port: 1 });
  t.deepEqual(await away.mailer.send(mail), unreachable);
});

test('smtps takes TLS with a trusted certificate, and nothing else', async (t) => {
  const secure = await given(t, { certified: trusted, secure: true, login }, { secure: true, login });
  t.deepEqual(await secure.mailer.send(mail), { kind: 'accepted' });
  t.deepEqual(secure.logins, [login]);
  const unreachable = { kind: 'refused', why: 'unreachable', statusCode: null } as const;
  const stranger = certify({ names: ['localhost'] });
  const strange = await given(t, { certified: stranger, secure: true, login }, { secure: true, login });
  t.deepEqual(await strange.mailer.send(mail), unreachable);
  const plain = await given(t, { login }, { secure: true, login }, { attemptMs: 500 });
  t.deepEqual(await plain.mailer.send(mail), unreachable);
  for (const { received, logins } of [strange, plain]) t.is(received.length + logins.length, 0);
});

test('a login goes out over TLS alone, and a login that is refused waits for the operator', async (t) => {
  const plain = await given(t, { login }, { login });
  t.deepEqual(await plain.mailer.send(mail), { kind: 'refused', why: 'unreachable', statusCode: null });
  t.is(plain.logins.length + plain.received.length, 0);
  const upgraded = await given(t, { certified: trusted, login }, { login });
  t.deepEqual(await upgraded.mailer.send(mail), { kind: 'accepted' });
  const wrong = { user: 'films', pass: 'another' };
  const refused = await given(t, { certified: trusted, login }, { login: wrong });
  t.deepEqual(await refused.mailer.send(mail), { kind: 'refused', why: 'deferred', statusCode: 535 });
  t.false(JSON.stringify([plain.logged, refused.logged]).includes(login.pass));
});

test('no address or subject brings another header or recipient', async (t) => {
  const { mailer, received } = await given(t);
  const malformed = { kind: 'refused', why: 'malformed', statusCode: null } as const;
  const rows = [
    'a@b.test\r\nBcc: eve@evil.test',
    'a@b.test,eve@evil.test',
    'a@b.test> RCPT TO:<eve@evil.test',
    'Ada <eve@evil.test>',
    '"a b"@evil.test',
    'a@',
    `${'a'.repeat(250)}@b.test`,
  ];
  for (const to of rows) t.deepEqual(await mailer.send({ ...mail, to }), malformed, to);
  t.deepEqual(await mailer.send({ ...mail, subject: 'x\r\nBcc: eve@evil.test' }), malformed);
  t.is(received.length, 0);
});
