/**
 * Tells the engines of this process its share of the limits of their providers: its rank among all dispatchers that are
 * alive. Ends with the signal.
 */
import { again } from '../../kernel/again.ts';
import { limits } from '../../kernel/limits.ts';
import { createMembership } from '../../messaging/membership.ts';
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import type { Engine } from '../../ports/engine.ts';
import type { MemberStore } from '../../ports/member-store.ts';
import type { OwnEngines } from '../services/own-engines.ts';

export type SharePacesDeps = {
  readonly engines: ReadonlyMap<string, Engine>;
  /** Those under keys of workspaces come as they are used. */
  readonly own?: Pick<OwnEngines, 'opened'> | undefined;
  readonly members: MemberStore;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'warn'>;
  /** Names this process, unlike any other. */
  readonly holder: string;
};

const DISPATCHERS = 'dispatchers';

export const sharePaces = async (deps: SharePacesDeps, signal: AbortSignal): Promise<void> => {
  const { engines, own, members: store, clock, timers, logger, holder: member } = deps;
  const paces = () =>
    [...engines.values(), ...(own?.opened() ?? [])].flatMap(({ pace }) => (pace?.isShared === true ? [pace] : []));
  if (paces().length === 0 && own === undefined) return;
  const membership = createMembership({ store, clock, group: DISPATCHERS, member });
  const failed = (error: unknown): void =>
    logger.warn({ err: error }, 'the dispatchers cannot be told, so providers with limits get no more work');
  const tell = async (): Promise<void> => {
    if (paces().length === 0) return;
    const alive = await membership.beat();
    if (alive === undefined) return;
    const rank = alive.toSorted().indexOf(member);
    for (const pace of paces()) pace.share(rank, alive.length);
  };
  await tell().catch(failed);
  await again({ timers, signal, restMs: () => limits.memberBeatMs, failed }, tell);
  await membership.leave().catch(failed);
};
