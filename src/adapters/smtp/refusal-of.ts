/** The codes in an error of nodemailer. Its texts repeat the server's words, and addresses with them: dropped. */
import type { MailRefusal } from '../../ports/mailer.ts';

export type Refused = {
  readonly why: MailRefusal;
  readonly statusCode: number | null;
  /** Of nodemailer, such as `EAUTH`: for the operator. */
  readonly code: string;
};

/** Replies to the message itself. A 5yz to a greeting or a login is the operator's to mend, and the message waits. */
const ABOUT_MESSAGE = new Set(['EENVELOPE', 'EMESSAGE']);
/** RFC 4954, section 6: the server wants a login. */
const LOGIN_REQUIRED = 530;

export const refusalOf = (error: unknown): Refused => {
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
