/** A mail server that a test calls, on a port of this machine. */
import type { ExecutionContext } from 'ava';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Certified } from './certificate.ts';

export type MailHostOptions = {
  /** TLS from the first byte with `secure`, else STARTTLS; without a certificate there is neither. */
  readonly certified?: Certified;
  readonly secure?: boolean;
  /** The only login that is taken; none is asked for unless stated. */
  readonly login?: { readonly user: string; readonly pass: string };
  /** The reply to a recipient: a code that refuses it, none at all, or null to take it. */
  readonly recipient?: () => number | 'never' | null;
};

export type Received = { readonly from: string; readonly to: readonly string[]; readonly text: string };

export const openMailHost = async (t: ExecutionContext, options: MailHostOptions = {}) => {
  const { certified, secure = false, login, recipient = () => null } = options;
  const received: Received[] = [];
  const logins: object[] = [];
  const server = new SMTPServer({
    ...certified,
    secure,
    logger: false,
    closeTimeout: 100,
    authOptional: login === undefined,
    hideSTARTTLS: certified === undefined,
    allowInsecureAuth: true,
    onAuth: ({ username = '', password = '' }, _, callback) => {
      logins.push({ user: username, pass: password });
      const isKnown = username === login?.user && password === login.pass;
      callback(isKnown ? null : new Error('unknown'), isKnown ? { user: username } : undefined);
    },
    onRcptTo: (_, __, callback) => {
      const reply = recipient();
      if (reply === null) callback();
      else if (reply !== 'never') callback(Object.assign(new Error('no ada@films.test here'), { responseCode: reply }));
    },
    onData: (stream, { envelope }, callback) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
        callback();
      });
    },
  });
  // A client that hangs up is none of the host's troubles.
  server.on('error', () => undefined);
  const listening = server.listen(0, 'localhost');
  await once(listening, 'listening');
  t.teardown(async () => new Promise<void>((resolve) => server.close(resolve)));
  return { port: (listening.address() as AddressInfo).port, received, logins };
};
