/**
 * The personal workspace: made at a user's first request of any kind, with its trial grant. Two streams, so a crash
 * may leave one without the other: whichever is missing is completed by the next request.
 */
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { personalWorkspaceStream, workspaceDecider } from '../../../commands/workspace/decider.ts';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { assert } from '../../kernel/faults.ts';
import { personalWorkspaceId } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import { laterOf } from '../../kernel/position.ts';
import type { Principal } from '../../ports/token-verifier.ts';
import { newEntryId } from '../credits/ledger-steps.ts';
import type { CommandContext } from '../log/command-handler.ts';
import type { LastWritten } from '../reading/last-written.ts';
import { nowText, type Services } from '../services/services.ts';

export type PersonalDeps = Pick<Services, 'commands' | 'clock' | 'ids'> & {
  readonly written: LastWritten;
  /** Bonus credits that a personal workspace starts with; 0 for none. */
  readonly trialCredits: number;
};

export type CompletePersonal = (
  principal: Principal,
  trace: Pick<CommandContext, 'correlationId' | 'traceparent'>,
) => Promise<void>;

const NAME = 'Personal';

export const createCompletePersonal = (deps: PersonalDeps): CompletePersonal => {
  const { commands, clock, ids, written, trialCredits } = deps;
  /** Users that have both. Forgetting one costs two looks at the log. */
  const complete = createBoundedMap<string, true>(limits.usersKnownMax);

  const create = async (ownerKey: string, context: CommandContext) => {
    const command = { type: 'CreateWorkspace', name: NAME, ownerKey, personal: true, now: nowText(clock) } as const;
    const outcome = await commands.handle(workspaceDecider, personalWorkspaceStream(ownerKey), command, context);
    assert(outcome.kind !== 'refused', 'the stream of a personal workspace is its own');
    return outcome.position;
  };

  const grantTrial = async (workspaceId: string, context: CommandContext) => {
    const outcome = await commands.handle(
      ledgerDecider,
      ledgerStream(workspaceId),
      {
        type: 'GrantCredits',
        entryId: newEntryId(ids),
        pool: 'bonus',
        amount: trialCredits,
        expiresAt: null,
        note: 'trial',
        trial: true,
        now: nowText(clock),
      },
      context,
    );
    assert(outcome.kind !== 'refused', 'a trial grant fits into an empty ledger');
    return outcome.position;
  };

  return async ({ userKey }, trace) => {
    if (complete.get(userKey) !== undefined) return;
    const workspaceId = personalWorkspaceId(userKey);
    const context = { ...trace, workspaceId, actor: `user:${userKey}` };
    let position = await create(userKey, context);
    if (trialCredits > 0) position = laterOf(position, await grantTrial(workspaceId, context));
    written.note({ workspaceId, userKey }, position);
    complete.set(userKey, true);
  };
};
