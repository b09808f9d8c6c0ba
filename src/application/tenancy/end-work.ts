/** Ends all work of a workspace that holds credits. It settles by itself. */
import { jobDecider } from '../../../commands/job/decider.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { ledgerStream } from '../../../commands/ledger/stream.ts';
import type { OpenHold } from '../../../commands/ledger/state.ts';
import type { CommandContext, CommandHandler } from '../log/command-handler.ts';

/**
 * The closed ledger knows every job that may still do work: by its open hold. No other begins. A start that is not
 * decided is refused, and its hold goes back; a job that was queued is cancelled.
 */
export const endWork = async (
  commands: CommandHandler,
  workspaceId: string,
  requestedBy: string,
  context: CommandContext,
): Promise<void> => {
  const { state: ledger } = await commands.read(ledgerDecider, ledgerStream(workspaceId));
  const end = async ({ ownerId, n }: OpenHold): Promise<void> => {
    const stream = jobStream(ownerId);
    const refuse = { type: 'RefuseJob', n, reason: 'membership_required' } as const;
    const refused = await commands.handle(jobDecider, stream, refuse, context);
    if (refused.kind !== 'refused') return;
    // Refused for one that is final and keeps parts for frames in human review.
    await commands.handle(jobDecider, stream, { type: 'RequestCancel', requestedBy }, context);
  };
  await Promise.all(ledger.holds.map(end));
};
