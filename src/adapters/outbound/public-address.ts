/**
 * Which IP addresses a call may go to: globally routable unicast alone. The library knows the registries of special
 * addresses. Beside it IPv6 has to be inside the only block that is given out for global unicast. So no address that
 * embeds one of IPv4 passes: mapped, compatible, translated (NAT64), 6to4 or Teredo.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The agent of a cloud's host answers virtual machines at a public address. */
const HOST_AGENT = '168.63.129.16';

/** Of an address in a canonical spelling, as resolvers and sockets give them; all else is not public. */
export const isPublicAddress = (text: string): boolean => {
  // A scope names an interface of this machine.
  if (isIP(text) === 0 || text.includes('%') || text === HOST_AGENT) return false;
  const address = ipaddr.parse(text);
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST));
};
