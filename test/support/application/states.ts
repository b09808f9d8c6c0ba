/** States of streams, as the log tells them to a process now. */
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { balancesOf } from '../../../commands/ledger/queries.ts';
import { planDecider, planStream } from '../../../commands/plan/decider.ts';
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
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
