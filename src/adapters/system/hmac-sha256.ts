import { createHmac } from 'node:crypto';
import type { KeyedHash } from '../../ports/keyed-hash.ts';

export const hmacSha256: KeyedHash = (key, parts) => {
  const code = createHmac('sha256', key);
  for (const part of parts) code.update(part);
  return code.digest();
};
