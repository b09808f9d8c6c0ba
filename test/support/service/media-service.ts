/** A real service whose makers of music, speech and films are quick, and note what they are asked for. */
import type { ExecutionContext } from 'ava';
import { type Hosts, hostsOf } from '../application/hosts.ts';
import { type MediaCall, mediaMakers } from '../engines/media-engines.ts';
import { watchMoney } from '../ledger/quiet-money.ts';
import { availableCredits } from './media-calls.ts';
import { givenService, type RealServiceOptions } from './real-service.ts';

export const givenMedia = async (
  t: ExecutionContext,
  { hosts = {}, ...options }: RealServiceOptions & { readonly hosts?: Hosts } = {},
) => {
  const calls: MediaCall[] = [];
  const outbound = hostsOf(hosts);
  const makers = mediaMakers((call) => void calls.push(call));
  const service = await givenService(t, { makers, outbound, ...options });
  const client = await service.client();
  // Trial credits are granted before the watch begins.
  await availableCredits(client);
  const money = await watchMoney(service.core, calls);
  /** In the order of their attempts. */
  const asked = (makes: MediaCall['makes']): readonly MediaCall[] =>
    calls.filter((call) => call.makes === makes).toSorted((a, b) => (a.attemptKey < b.attemptKey ? -1 : 1));
  return { service, client, calls, asked, called: outbound.called, money };
};
