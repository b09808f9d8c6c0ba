/** The form of an id that may enter the ledger; see `ledgerId` in events/ledger.ts. */
import { limits } from '../../src/kernel/limits.ts';
import { ledgerId } from '../../events/ledger.ts';

const LEDGER_ID = new RegExp(String(ledgerId['pattern']));

/** The suffix that `expireDue` adds to the id of its entry. */
const SUFFIX_CHARS_MAX = 1 + String(limits.ledgerLotsMax).length;

export const idOk = (id: string): boolean => LEDGER_ID.test(id);

/** Entry ids in commands leave room for a suffix. */
export const entryIdOk = (id: string): boolean => idOk(id) && id.length + SUFFIX_CHARS_MAX <= limits.ledgerIdCharsMax;

/** A whole number of credits from `min` to `max`. */
export const amountOk = (amount: number, min: number, max: number): boolean =>
  Number.isSafeInteger(amount) && amount >= min && amount <= max;
