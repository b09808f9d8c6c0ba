/** An address of one mailbox, as the HTML standard defines it: no list, name, quote or space. */
import { limits } from '../../kernel/limits.ts';

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const MAILBOX = new RegExp(`^[\\w.!#$%&'*+/=?^\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})*$`);

export const isMailbox = (address: string): boolean => address.length <= limits.emailCharsMax && MAILBOX.test(address);
