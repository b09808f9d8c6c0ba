/** One attempt of an email, by the server of the operator. */
import type { DeliveryOutcome } from '../../kernel/delivery-outcome.ts';
import type { Mailer, MailRefusal } from '../../ports/mailer.ts';
import { type DeliveredVideo, mailOfVideo } from './mail-of-video.ts';

export type EmailCall = {
  /** The same in each attempt, for receivers that drop what they have. */
  readonly id: string;
  readonly to: string;
  /** As webhooks get it. */
  readonly body: string;
};

export const sendEmail = async (mailer: Mailer, { id, to, body }: EmailCall): Promise<DeliveryOutcome> => {
  const { video } = JSON.parse(body) as { readonly video: DeliveredVideo };
  const mail = mailOfVideo(video);
  if (mail === null) return { ...outcomes.malformed, statusCode: null };
  const sent = await mailer.send({ id, to, ...mail });
  if (sent.kind === 'accepted') return { status: 'delivered', code: null, statusCode: null };
  return { ...outcomes[sent.why], statusCode: sent.statusCode };
};

const outcomes: Readonly<Record<MailRefusal, Omit<DeliveryOutcome, 'statusCode'>>> = {
  malformed: { status: 'blocked', code: 'address_not_allowed' },
  refused: { status: 'failed', code: 'mail_refused' },
  deferred: { status: 'failed', code: 'mail_deferred' },
  unreachable: { status: 'failed', code: 'no_answer' },
  too_many_calls: { status: 'failed', code: 'too_many_calls' },
};
