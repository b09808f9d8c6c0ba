/** Whose connection it is, as far as an address tells: of IPv6 the network, as one host has all addresses of it. */

const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * `remoteAddress` of a socket; undefined when it is closed already. IPv4 as it is, also when it is mapped into IPv6.
 */
export const networkOf = (remoteAddress: string | undefined): string => {
  if (remoteAddress === undefined) return '';
  if (remoteAddress.includes('.')) return remoteAddress.slice(remoteAddress.lastIndexOf(':') + 1);
  const [head = '', tail] = remoteAddress.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, IPV6_GROUPS - first.length - last.length) }, () => '0');
  return [...first, ...(tail === undefined ? [] : zeros), ...last].slice(0, NETWORK_GROUPS).join(':');
};
