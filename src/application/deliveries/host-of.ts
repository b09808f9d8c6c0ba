/** The part of an address that the log has: its path and its query are often the secret of a webhook. */
import { limits } from '../../kernel/limits.ts';

/** Null for an address that is none, or whose host is too long for any name. */
export const hostOf = (url: string): string | null => {
  const { hostname = '' } = URL.parse(url) ?? {};
  return hostname === '' || hostname.length > limits.hostNameCharsMax ? null : hostname;
};
