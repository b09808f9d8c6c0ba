/** The path under `/api/v1/` at which a provider calls for an attempt. */
import { type Called, createCallbackAddresses } from '../../../src/application/services/callback-addresses.ts';
import type { Core } from '../../../src/main/core.ts';

export const callbackOf = ({ signer, system }: Core, called: Called): string => {
  const publicUrl = 'https://studio.test';
  const address = createCallbackAddresses({ signer, clock: system.clock, publicUrl }).of(called);
  return String(address).replace(`${publicUrl}/api/v1/`, '');
};
