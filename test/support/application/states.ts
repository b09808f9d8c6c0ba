/** States of streams, as the log tells them to a process now. */
import { jobDecider } from '../../../commands/job/decider.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { balancesOf } from '../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../commands/ledger/stream.ts';
import { planDecider } from '../../../commands/plan/decider.ts';
import { planStream } from '../../../commands/plan/stream.ts';
import { projectDecider } from '../../../commands/project/decider.ts';
import { projectStream } from '../../../commands/project/stream.ts';
import type { Process } from './world.ts';

type At = Pick<Process, 'services'>;

export const jobOf = async ({ services }: At, jobId: string) =>
  (await services.commands.read(jobDecider, jobStream(jobId))).state;

export const planOf = async ({ services }: At, planId: string) =>
  (await services.commands.read(planDecider, planStream(planId))).state;

export const projectOf = async ({ services }: At, projectId: string) =>
  (await services.commands.read(projectDecider, projectStream(projectId))).state;

export const ledgerOf = async ({ services }: At, workspaceId: string) =>
  (await services.commands.read(ledgerDecider, ledgerStream(workspaceId))).state;

export const balancesIn = async (at: At, workspaceId: string) => balancesOf(await ledgerOf(at, workspaceId));
