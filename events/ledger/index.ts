/** Every event of the category `ledger`. */
import type { EventOf } from '../../src/kernel/event.ts';
import { creditsExpired } from './credits-expired.ts';
import { creditsGranted } from './credits-granted.ts';
import { creditsHeld } from './credits-held.ts';
import { holdReleased } from './hold-released.ts';
import { ledgerDebited } from './ledger-debited.ts';
import { ledgerPeriodClosed } from './ledger-period-closed.ts';
import { ledgerRefunded } from './ledger-refunded.ts';

export { creditsExpired, creditsGranted, creditsHeld, holdReleased, ledgerDebited, ledgerPeriodClosed, ledgerRefunded };

export type LedgerEvent = EventOf<
  | typeof creditsExpired
  | typeof creditsGranted
  | typeof creditsHeld
  | typeof holdReleased
  | typeof ledgerDebited
  | typeof ledgerPeriodClosed
  | typeof ledgerRefunded
>;
