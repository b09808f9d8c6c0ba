/** Mail by an SMTP server (RFC 5321) of the operator's. nodemailer writes the message and speaks the protocol. */
import { createTransport } from 'nodemailer';
import { Fault, isFault } from '../../kernel/faults.ts';
import { createGate } from '../../kernel/gate.ts';
import { limits } from '../../kernel/limits.ts';
import { within } from '../../kernel/within.ts';
import type { Logger, Timers } from '../../ports/basics.ts';
import type { Mail, Mailer, MailOutcome, MailRefusal } from '../../ports/mailer.ts';
import { isMailbox } from './mailbox.ts';

export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else by STARTTLS, where it is offered. */
  readonly secure: boolean;
  /** Goes out over TLS alone; null for none. */
  readonly login: { readonly user: string; readonly pass: string } | null;
  readonly from: string;
};

export type MailerDeps = { readonly timers: Pick<Timers, 'sleep'>; readonly logger: Pick<Logger, 'warn'> };

/** For tests: a shorter time in milliseconds, and a certificate to trust. */
export type MailerRules = { readonly attemptMs?: number; readonly ca?: string };

export const openMailer = ({ timers, logger }: MailerDeps, server: SmtpServer, rules: MailerRules = {}): Mailer => {
  const { host, port, secure, login, from } = server;
  const { attemptMs = limits.deliveryAttemptMs, ca } = rules;
  const gate = createGate({ placesMax: limits.mailsMax, waitingMax: limits.mailWaitersMax });
  const transport = createTransport({
    host,
    port,
    secure,
    ...(login === null ? {} : { auth: login, requireTLS: !secure }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    maxResponseSize: limits.mailAnswerBytesMax,
    // A message is text alone: no part of it names a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  const submit = async ({ id, to, subject, text, html }: Mail, signal: AbortSignal): Promise<MailOutcome> => {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      // RFC 3834, section 5: no vacation notice answers it.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal,
    });
    return { kind: 'accepted' };
  };

  return Object.freeze({
    send: async (mail: Mail): Promise<MailOutcome> => {
      if (!isMailbox(mail.to) || /\p{Cc}/u.test(mail.subject + mail.id)) {
        return { kind: 'refused', why: 'malformed', statusCode: null };
      }
      try {
        return await within({ timers, ms: attemptMs, late }, async (signal) =>
          gate.run(async () => submit(mail, signal), signal),
        );
      } catch (error) {
        if (isFault(error, 'unavailable')) return { kind: 'refused', why: 'too_many_calls', statusCode: null };
        const { why, statusCode, code } = refusalOf(error);
        logger.warn({ why, statusCode, code }, 'the mail server did not accept a message');
        return { kind: 'refused', why, statusCode };
      }
    },
  });
};

const late = (): Fault => new Fault('cancelled', 'the mail server did not answer in time');

/** Replies to the message itself. A 5yz to a greeting or a login is the operator's to mend, and the message waits. */
const ABOUT_MESSAGE = new Set(['EENVELOPE', 'EMESSAGE']);
/** RFC 4954, section 6: the server wants a login. */
const LOGIN_REQUIRED = 530;

/**
 * The codes in an error of nodemailer; `code` is its own, such as `EAUTH`, for the operator. Its texts repeat the
 * server's words, and addresses with them: dropped.
 */
const refusalOf = (error: unknown) => {
  const given = error as { readonly code?: unknown; readonly responseCode?: unknown };
  const code = typeof given.code === 'string' ? given.code : 'unknown';
  const statusCode = typeof given.responseCode === 'number' ? given.responseCode : null;
  return { why: whyOf(code, statusCode), statusCode, code };
};

const whyOf = (code: string, statusCode: number | null): MailRefusal => {
  const isFinal = ABOUT_MESSAGE.has(code) && (statusCode ?? 500) >= 500 && statusCode !== LOGIN_REQUIRED;
  if (isFinal) return 'refused';
  return statusCode === null ? 'unreachable' : 'deferred';
};
