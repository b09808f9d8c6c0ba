/** A job of which each step is a command of the test: its hold, its attempts, and what a person says. */
import { type JobCommand, jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { chargedCredits, partsOf } from '../../../commands/job/queries.ts';
import type { JobDetails, TaskState } from '../../../commands/job/state.ts';
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { balancesOf, openParts } from '../../../commands/ledger/queries.ts';
import type { CommandHandler } from '../../../src/application/log/command-handler.ts';
import { createCountingIds } from '../kernel/counting-ids.ts';
import { createFakeClock } from '../kernel/fake-clock.ts';
import { grant, hold } from '../ledger/ledger-world.ts';
import { context } from '../log/command-world.ts';
import { assetOf, evidenceOf, hashOf } from './builders.ts';

export const NOW = '2026-03-01T09:00:00.000Z';
export const JOB = jobStream('job_1');
const LEDGER = ledgerStream('ws_1');
const GRANTED = 1_000;

/** The dependencies of a settlement. */
export const settling = (commands: CommandHandler) => ({
  commands,
  clock: createFakeClock().clock,
  ids: createCountingIds('0000000a'),
});

/** The job `job_1` of workspace `ws_1`, as one process sees and moves it. */
export const paidJob = (commands: CommandHandler, details: JobDetails, now = NOW) => {
  const send = async (command: JobCommand) => commands.handle(jobDecider, JOB, command, context);
  const read = async () => (await commands.read(jobDecider, JOB)).state;
  const readLedger = async () => (await commands.read(ledgerDecider, LEDGER)).state;
  const claim = async (attemptKey: string) =>
    send({ type: 'ClaimAttempt', attemptKey, holder: 'd', promptHash: hashOf('p'), lapsedEpoch: 0 });
  return {
    send,
    read,
    readLedger,
    claim,
    grant: async () => commands.handle(ledgerDecider, LEDGER, grant({ amount: GRANTED, now }), context),
    hold: async () => {
      const parts = partsOf(details);
      await commands.handle(ledgerDecider, LEDGER, hold([], { holdId: details.holdId, parts, now }), context);
    },
    queue: async () => send({ type: 'QueueJob', details }),
    advance: async () => send({ type: 'AdvanceJob', now, leftOut: [] }),
    /** The task whose turn it is. */
    dispatched: async (): Promise<TaskState | undefined> =>
      (await read()).tasks.find(({ status }) => status === 'dispatched'),
    /** One attempt, as far as its output. */
    render: async (attemptKey: string) => {
      await claim(attemptKey);
      return send({ type: 'RecordRender', attemptKey, epoch: 1, asset: assetOf(attemptKey) });
    },
    fail: async (attemptKey: string) => {
      await claim(attemptKey);
      return send({ type: 'RecordFailure', attemptKey, epoch: 1, code: 'rejected', message: 'no', now });
    },
    score: async (attemptKey: string, verdict: 'pass' | 'fail') => {
      const assetHash = assetOf(attemptKey).hash;
      return send({ type: 'RecordScore', attemptKey, assetHash, evidence: evidenceOf(verdict) });
    },
    /** The credits that are charged, spent and held, and the open parts. */
    sums: async () => {
      const [job, ledger] = [await read(), await readLedger()];
      const { paid, held } = balancesOf(ledger);
      const open = openParts(ledger, details.holdId).map(({ partId }) => partId);
      return { status: job.status, charged: chargedCredits(job), spent: GRANTED - paid, held, open };
    },
  };
};
