/** Mail to an address that a user gave, by the server of the operator. */

export type Mail = {
  /** Before the `@` of the Message-ID: the same one for each attempt at a message. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Why a message was not accepted, for logs and clients. */
export type MailRefusal =
  /** The address is none of one mailbox, or a header has a control character: nothing was sent. */
  | 'malformed'
  /** The server refused this message for good (RFC 5321, section 4.2.1: 5yz). */
  | 'refused'
  /** The server refused it for now (4yz), or refused the service itself. */
  | 'deferred'
  /** No answer in time, no connection, or none that is encrypted as the configuration asks. */
  | 'unreachable'
  | 'too_many_calls';

export type MailOutcome =
  | { readonly kind: 'accepted' }
  /** `statusCode`: the reply of the server; null where there is none. */
  | { readonly kind: 'refused'; readonly why: MailRefusal; readonly statusCode: number | null };

export type Mailer = {
  /**
   * One attempt, within `limits.deliveryAttemptMs`. An outcome `unreachable` may have reached the server: a repeat may
   * come twice, under the same Message-ID. No outcome and no line of the log has an address, a link or a password.
   */
  send(mail: Mail): Promise<MailOutcome>;
};
