/**
 * Secrets under AES-256-GCM. The nonce has 96 random bits, so one master key may seal 2^32 secrets (NIST SP 800-38D,
 * 8.3). Version, master key and bound names are associated data. The keys for seals and for fingerprints both follow
 * from the master key by HKDF: neither tells the other.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Fault } from '../../kernel/faults.ts';
import { objectIn } from '../../kernel/json.ts';
import type { Bound, Secrets } from '../../ports/secrets.ts';

const VERSION = 1;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FINGERPRINT_CHARS = 16;

export const MASTER_KEY_BYTES = 32;

/** As stored: JSON of base64, with the name of its master key. */
type Box = { readonly v: number; readonly key: string; readonly nonce: string; readonly box: string };

type Master = { readonly id: string; readonly sealing: Uint8Array; readonly printing: Uint8Array };

/** `master` seals and opens; `earlier` only opens, until all that it sealed is sealed again. */
export const createSecrets = (master: Uint8Array, earlier: Uint8Array | null = null): Secrets => {
  const current = masterOf(master);
  const known = [current, ...(earlier === null ? [] : [masterOf(earlier)])];
  return Object.freeze({
    seal: (secret: string, bound: Bound) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current.sealing, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(associated(current.id, bound));
      const box = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      const stored: Box = {
        v: VERSION,
        key: current.id,
        nonce: nonce.toString('base64'),
        box: box.toString('base64'),
      };
      return Buffer.from(JSON.stringify(stored));
    },
    open: (sealed: Uint8Array, bound: Bound) => {
      const { key, nonce, box } = boxOf(sealed);
      const under = known.find(({ id }) => id === key);
      if (under === undefined) throw new Fault('corrupt', `a secret is sealed under the master key ${key}, not here`);
      return opened(under, Buffer.from(nonce, 'base64'), Buffer.from(box, 'base64'), bound);
    },
    isCurrent: (sealed: Uint8Array) => boxOf(sealed).key === current.id,
    fingerprint: (secret: string, bound: Bound) =>
      createHmac('sha256', current.printing)
        .update(JSON.stringify([...bound, secret]))
        .digest('hex')
        .slice(0, FINGERPRINT_CHARS),
  });
};

const masterOf = (key: Uint8Array): Master => {
  const derived = (use: string): Uint8Array => new Uint8Array(hkdfSync('sha256', key, '', use, MASTER_KEY_BYTES));
  const id = Buffer.from(derived('id')).toString('hex').slice(0, FINGERPRINT_CHARS);
  return { id, sealing: derived('seal'), printing: derived('fingerprint') };
};

const associated = (keyId: string, bound: Bound): Buffer => Buffer.from(JSON.stringify([VERSION, keyId, ...bound]));

const opened = ({ id, sealing }: Master, nonce: Buffer, box: Buffer, bound: Bound): string => {
  try {
    const decipher = createDecipheriv(CIPHER, sealing, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associated(id, bound));
    decipher.setAuthTag(box.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(box.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    // The cipher's own error says nothing more, and its cause may hold the bytes.
    throw new Fault('corrupt', 'a sealed secret was changed, or belongs to something else');
  }
};

const boxOf = (sealed: Uint8Array): Box => {
  const { v, key, nonce, box } = objectIn(Buffer.from(sealed).toString('utf8')) ?? {};
  if (v === VERSION && typeof key === 'string' && typeof nonce === 'string' && typeof box === 'string') {
    return { v, key: key.slice(0, FINGERPRINT_CHARS), nonce, box };
  }
  throw new Fault('corrupt', 'a sealed secret is not one');
};
