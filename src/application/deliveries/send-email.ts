/** One attempt of an email, by the server of the operator. */
import type { DeliveryOutcome } from '../../kernel/delivery-outcome.ts';
import type { Mail, Mailer, MailRefusal } from '../../ports/mailer.ts';
import { limits } from '../../kernel/limits.ts';
import { visibleName } from '../../kernel/text.ts';
import { addMs } from '../../kernel/time.ts';

type EmailCall = {
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

type DeliveredVideo = { readonly url: string; readonly title?: string };

/**
 * The message of a delivered video: plain text, and the same as simple HTML. Null: its address is none that a mail
 * program should open.
 */
export const mailOfVideo = ({ url, title }: DeliveredVideo): Pick<Mail, 'subject' | 'text' | 'html'> | null => {
  const link = URL.parse(url);
  if (link === null || !/^https?:$/.test(link.protocol)) return null;
  const name = visibleName(title, limits.shortTextCharsMax) ?? 'Untitled';
  const until = expiryOf(link);
  const what = 'A finished video was delivered to you:';
  const end = until === null ? '' : `The link works until ${until.slice(0, 16).replace('T', ' ')} UTC.`;
  return {
    subject: `Video: ${name}`,
    text: `${what} ${name}\n\n${link.href}\n\n${end}\n`,
    html:
      `<p>${what} <b>${escaped(name)}</b></p>` +
      `<p><a href="${escaped(link.href)}">Watch the video</a></p><p>${end}</p>`,
  };
};

/** Of a signed link of this service, or of an S3 store; RFC 3339, or null where the link names no time. */
const expiryOf = ({ searchParams }: URL): string | null => {
  const seconds = searchParams.get('expires') ?? '';
  if (/^\d{1,11}$/.test(seconds)) return new Date(Number(seconds) * 1_000).toISOString();
  const time = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(searchParams.get('X-Amz-Date') ?? '');
  const lifetime = searchParams.get('X-Amz-Expires') ?? '';
  if (time === null || !/^\d{1,6}$/.test(lifetime)) return null;
  const [, year, month, day, hour, minute, second] = time;
  const from = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  return Number.isNaN(Date.parse(from)) ? null : addMs(from, Number(lifetime) * 1_000);
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);
