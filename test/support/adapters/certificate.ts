/** Certificates for local hosts of tests, written byte by byte: no program and no key in the repository is needed. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export type Certified = { readonly key: string; readonly cert: string };

export type CertificateOptions = {
  readonly names: readonly string[];
  /** Days from now until it expires; negative for one that has. */
  readonly days?: number;
};

const DAY_MS = 86_400_000;

const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
};

const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts);
const oid = (...bytes: readonly number[]): Buffer => tlv(0x06, Buffer.from(bytes));
const time = (date: Date): Buffer => tlv(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, ''), 'latin1'));

const ECDSA_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const COMMON_NAME = oid(0x55, 0x04, 0x03);
const SUBJECT_ALT_NAME = oid(0x55, 0x1d, 0x11);

const nameOf = (text: string): Buffer => sequence(tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from(text)))));

/** Signed by its own key: a client that trusts it trusts nothing else. */
export const certify = ({ names, days = 1 }: CertificateOptions): Certified => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = nameOf(`test host ${names[0] ?? ''}`);
  const end = Date.now() + days * DAY_MS;
  const alternatives = sequence(...names.map((name) => tlv(0x82, Buffer.from(name))));
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1]), randomBytes(8)),
    ECDSA_SHA256,
    subject,
    sequence(time(new Date(Math.min(Date.now(), end) - DAY_MS)), time(new Date(end))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(sequence(SUBJECT_ALT_NAME, tlv(0x04, alternatives)))),
  );
  return { key: pemOfKey(privateKey), cert: pemOf(sequence(body, ECDSA_SHA256, signed(body, privateKey))) };
};

/** A bit string without unused bits. */
const signed = (body: Uint8Array, key: KeyObject): Buffer => tlv(0x03, Buffer.from([0]), sign('sha256', body, key));

const pemOfKey = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

const pemOf = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;
