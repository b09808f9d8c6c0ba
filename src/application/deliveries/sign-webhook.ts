/**
 * The headers by which a receiver knows a webhook: its id, its time, and for each secret two signatures of the same
 * text `id.time.body`. One is the service's own, the other that of Standard Webhooks 1.0.
 */
import type { KeyedHash } from '../../ports/keyed-hash.ts';

export type Webhook = {
  readonly id: string;
  readonly unixSeconds: number;
  readonly body: Uint8Array;
  /** The newest first; without one nothing is signed. */
  readonly secrets: readonly string[];
};

const STANDARD_PREFIX = 'whsec_';

/**
 * Standard Webhooks writes keys in base64 behind a prefix. A secret without it is a key as it is, and so is one with no
 * byte behind it: every program knows the empty key.
 */
const standardKey = (secret: string): Uint8Array => {
  const behind = secret.startsWith(STANDARD_PREFIX) ? secret.slice(STANDARD_PREFIX.length) : '';
  const key = Buffer.from(behind, 'base64');
  return key.length > 0 ? key : Buffer.from(secret, 'utf8');
};

export const signWebhook = (
  keyedHash: KeyedHash,
  { id, unixSeconds, body, secrets }: Webhook,
): Readonly<Record<string, string>> => {
  const time = String(unixSeconds);
  const plain = { 'webhook-id': id, 'webhook-timestamp': time };
  if (secrets.length === 0) return plain;
  const signed = (key: Uint8Array): Buffer => keyedHash(key, [`${id}.${time}.`, body]);
  return {
    ...plain,
    'X-SERVICE-Signature': [
      `t=${time}`,
      ...secrets.map((one) => `v1=${signed(Buffer.from(one)).toString('hex')}`),
    ].join(),
    'webhook-signature': secrets.map((one) => `v1,${signed(standardKey(one)).toString('base64')}`).join(' '),
  };
};
