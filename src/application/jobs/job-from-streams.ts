/** Documents folded from the streams that they are made of: slower than a read model, and never behind. */
import { jobStream } from '../../../commands/job/decider.ts';
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { openParts } from '../../../commands/ledger/queries.ts';
import { withCredits } from '../../../projections/job/credits.ts';
import { jobProjection } from '../../../projections/job/definition.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import { laterOf } from '../../kernel/position.ts';
import type { StoredDocument } from '../../ports/document-store.ts';
import type { ReadSide } from '../reading/read-side.ts';

type Side = Pick<ReadSide, 'streams' | 'commands'>;

/** Its own stream, where acceptances carry their cost, and the ledger's open parts. */
export const jobFromStreams = async (side: Side, jobId: string): Promise<StoredDocument<JobDocument> | undefined> => {
  const job = await side.streams.get(jobProjection, jobStream(jobId), jobId);
  if (job === undefined) return undefined;
  const ledger = await side.commands.read(ledgerDecider, ledgerStream(job.owner));
  const held = openParts(ledger.state, job.body.holdId).reduce((sum, { amount }) => sum + amount, 0);
  return { ...job, position: laterOf(job.position, ledger.position), body: withCredits(job.body, held) };
};
