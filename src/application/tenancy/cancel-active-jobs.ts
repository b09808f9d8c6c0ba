/** Asks for the cancel of all work of a workspace that holds credits. It settles by itself. */
import { jobDecider } from '../../../commands/job/decider.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { ledgerStream } from '../../../commands/ledger/stream.ts';
import type { CommandContext, CommandHandler } from '../log/command-handler.ts';

/** The ledger knows every job that is not through with its work: by its open hold. */
export const cancelActiveJobs = async (
  commands: CommandHandler,
  workspaceId: string,
  requestedBy: string,
  context: CommandContext,
): Promise<void> => {
  const { state: ledger } = await commands.read(ledgerDecider, ledgerStream(workspaceId));
  const jobIds = new Set(ledger.holds.map(({ ownerId }) => ownerId));
  await Promise.all(
    [...jobIds].map(async (jobId) =>
      // Refused for one that is final and keeps parts for frames in human review, or that has not begun.
      commands.handle(jobDecider, jobStream(jobId), { type: 'RequestCancel', requestedBy }, context),
    ),
  );
};
