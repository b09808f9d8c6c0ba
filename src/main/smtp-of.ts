/** The SMTP server that sends deliveries by email, where it is given. */
import { isMailbox } from '../adapters/smtp/mailbox.ts';
import type { SmtpServer } from '../adapters/smtp/open-mailer.ts';
import { address, ConfigError, type Environment, nothingWithout, required } from './config-values.ts';

/** RFC 6409 and RFC 8314: submission, and submission by TLS. */
const PORTS = { plain: 587, secure: 465 } as const;

export const smtpOf = (env: Environment): SmtpServer | null => {
  const given = address(env, 'SMTP_URL', ['smtp', 'smtps']);
  if (given === null) return nothingWithout(env, 'SMTP_URL', ['SMTP_FROM']);
  const from = required(env, 'SMTP_FROM', 'SMTP_URL');
  if (!isMailbox(from)) throw new ConfigError('SMTP_FROM', from, 'an address such as films@studio.example');
  const url = URL.parse(given);
  const login = url === null ? null : loginOf(url);
  // A query would be options of the library, such as one that trusts any certificate.
  if (
    url === null ||
    login === undefined ||
    url.hostname === '' ||
    !/^\/?$/.test(url.pathname + url.search + url.hash)
  ) {
    throw new ConfigError(
      'SMTP_URL',
      '…',
      'smtps://user:password@host:465, or smtp:// with or without user and password',
    );
  }
  const secure = url.protocol === 'smtps:';
  const port = url.port === '' ? (secure ? PORTS.secure : PORTS.plain) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, secure, login, from };
};

/** Undefined for half a login, or one that is not percent-encoded. */
const loginOf = ({ username, password }: URL): SmtpServer['login'] | undefined => {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
};
