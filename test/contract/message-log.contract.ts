/** The contract of every message log: see src/ports/message-log.ts. */
import { delivering } from './checks/message-log-delivering.ts';
import { failing } from './checks/message-log-failing.ts';
import { resuming } from './checks/message-log-resuming.ts';

export type { MessageSubject } from './checks/message-log-support.ts';

export const messageLogChecks = { ...delivering, ...failing, ...resuming };
