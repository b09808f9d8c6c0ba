/** Names a destination of a workspace, so that deliveries to it keep their order. Nothing of its address is in it. */
import type { DestinationType } from '../../kernel/delivery-outcome.ts';
import type { Secrets } from '../../ports/secrets.ts';

/** `address`: as the caller wrote it, for two spellings may be two receivers. */
export const laneOf = (
  secrets: Pick<Secrets, 'fingerprint'>,
  workspaceId: string,
  { type, address }: { readonly type: DestinationType; readonly address: string },
): string => secrets.fingerprint(address, ['destination', workspaceId, type]);
