/** The caller in a workspace: proof that the membership was checked. */
import { limits } from '../../kernel/limits.ts';
import type { CommandContext, CommandHandler } from '../log/command-handler.ts';
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { type Role, roleOf, type WorkspaceState } from '../../../commands/workspace/state.ts';
import { refused, type Refused } from './result.ts';

export type Caller = {
  readonly workspaceId: string;
  readonly userKey: string;
  readonly role: 'owner' | 'member';
  readonly correlationId: string;
  readonly traceparent?: string;
  /** The workspace that the caller's token is for: nothing is done to another one, whatever the caller may there. */
  readonly boundTo?: string;
  /** The most that the caller's tokens may spend here in a calendar month, in credits. */
  readonly spendCap?: number;
};

/** The caller as the payer of paid work, where its token has a cap. */
export const payerOf = ({ userKey, spendCap }: Caller): { readonly payer?: { key: string; cap: number } } =>
  spendCap === undefined ? {} : { payer: { key: userKey, cap: spendCap } };

/** Whether the caller's token reaches a workspace that the call names beside its own. */
export const isWithin = ({ boundTo }: Pick<Caller, 'boundTo'>, workspaceId: string): boolean =>
  boundTo === undefined || boundTo === workspaceId;

/** The metadata of a caller's commands. */
export const contextOf = ({ workspaceId, userKey, correlationId, traceparent }: Caller): CommandContext => ({
  workspaceId,
  actor: `user:${userKey}`,
  correlationId,
  ...(traceparent === undefined ? {} : { traceparent }),
});

/**
 * For a call that may have taken long since the gate: refused where the caller is no member any more, as of a moment
 * ago. Refusal: membership_required.
 */
export const whyNotMember = async (
  { commands }: { readonly commands: Pick<CommandHandler, 'readRecent'> },
  { workspaceId, userKey }: Caller,
): Promise<Refused | undefined> => {
  const stream = workspaceStream(workspaceId);
  const { state } = await commands.readRecent(workspaceDecider, stream, limits.membershipAgeMaxMs);
  return roleOf(state, userKey) === undefined ? refused('membership_required') : undefined;
};

/**
 * The workspace that a call names beside its own. `role`: of the caller there; undefined for a stranger, and where
 * the caller's token is for another workspace.
 */
export const namedWorkspace = async (
  { commands }: { readonly commands: Pick<CommandHandler, 'read'> },
  caller: Caller,
  workspaceId: string,
): Promise<{ readonly state: WorkspaceState; readonly role: Role | undefined }> => {
  const { state } = await commands.read(workspaceDecider, workspaceStream(workspaceId));
  return { state, role: isWithin(caller, workspaceId) ? roleOf(state, caller.userKey) : undefined };
};
