/**
 * A data folder that a service has used: two people, supervised jobs with every turn of a frame, calls without QA,
 * grants, a refund; and work that waits for a person. Only the pictures are quick.
 */
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import type { LedgerEvent } from '../../../events/ledger.ts';
import type { Caller } from '../../../src/application/calls/caller.ts';
import type { Storyboard } from '../../../src/application/projects/storyboard.ts';
import { assert, Fault } from '../../../src/kernel/faults.ts';
import { composeApplication } from '../../../src/main/compose-application.ts';
import { readConfig } from '../../../src/main/config.ts';
import { type Core, openCore } from '../../../src/main/core.ts';
import { startRoles } from '../../../src/main/roles.ts';
import { answered, bodyOf, FRESH } from '../application/answered.ts';
import { createProject, generate, plan, type Production, repair } from '../application/production.ts';
import { created } from '../application/workspace-steps.ts';
import { hashOf } from '../jobs/builders.ts';
import { FAILS_ONCE, HOPELESS, MENDED, quickEngine, quickMakers } from '../engines/quick-makers.ts';
import { fatal } from '../kernel/fatal.ts';
import { enterAs } from '../application/world.ts';
import { type UseCases, useCasesOf } from '../application/use-cases.ts';

export type Lived = {
  readonly core: Core;
  readonly application: UseCases;
  /** Every kind of work once. */
  live(name?: string): Promise<void>;
  /** Until the read models show the whole log. */
  settle(): Promise<void>;
  stop(): Promise<void>;
};

const BROKEN = 'BROKEN';

const engine = quickEngine({
  onCall: ({ prompt }) => {
    if (prompt.includes(BROKEN)) throw new Fault('rejected', 'it breaks the brush');
  },
});

/** The service of a folder, without its HTTP server. */
export const liveIn = async (dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<Lived> => {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  const core = await openCore(config, fatal, quickMakers(engine), { writers: 'here' });
  const running = await startRoles(core);
  const application = useCasesOf(composeApplication(core));
  return {
    core,
    application,
    live: async (name = 'alice') => liveThrough({ core, application }, name),
    settle: async () => {
      const head = await core.stores.feed.head();
      assert(await core.readModels.waitFor(head, 30_000), 'the read models follow the log');
    },
    stop: async () => {
      await running.stop();
      await core.close();
    },
  };
};

/** Makes a folder in which two people have lived, and which was verified and sealed since. */
export const makeLivedFolder = async (dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<void> => {
  const first = await liveIn(dataDir, env);
  for (const name of ['alice', 'bob']) await first.live(name);
  await first.settle();
  await first.stop();
  // A start verifies what is new since the last one.
  const second = await liveIn(dataDir, env);
  await second.stop();
};

type Studio = Pick<Lived, 'core' | 'application'>;

const liveThrough = async (studio: Studio, name: string): Promise<void> => {
  const { application } = studio;
  const caller = await enterAs(studio, name);
  const { workspaceId } = caller;
  for (const grant of [
    { pool: 'paid' as const, amount: 1_000 },
    { pool: 'bonus' as const, amount: 10, expiresAt: '2126-01-01T00:00:00.000Z' },
  ]) {
    await answered(application.grantCredits(caller, workspaceId, grant, null));
  }
  // The first holds take the balance below the threshold.
  const limits = { monthlyCap: 5_000, lowAt: [1_505] };
  await answered(application.setSpendLimits(caller, workspaceId, limits, false));
  await certify(studio, caller);
  await supervise(studio, caller, ['a mill', `a moor, ${HOPELESS}`]);
  await supervise(studio, caller, ['a lane', `a bend, ${FAILS_ONCE}`, 'a gate'], { continuityMode: 'chain' });
  await withoutQa(studio, caller);
  await refund(studio, workspaceId);
  await answered(application.deleteWorkspace(caller, await created(studio, caller, 'Second')));
};

const supervise = async (
  studio: Studio,
  caller: Caller,
  prompts: readonly string[],
  more: Partial<Storyboard> = {},
): Promise<Production> => {
  const storyboard: Storyboard = {
    frames: prompts.map((prompt) => ({ prompt })),
    continuityMode: 'independent',
    ...more,
  };
  const production = await plan(studio, caller, await createProject(studio, caller, { storyboard }));
  await ended(studio, production, await generate(studio, production));
  return production;
};

/** Accepts, sends to repair, repairs, accepts the last one: the plan has its certificate. */
const certify = async (studio: Studio, caller: Caller): Promise<void> => {
  const { application } = studio;
  const production = await supervise(studio, caller, ['a quay', `rain, ${FAILS_ONCE}`, `a ship, ${HOPELESS}`]);
  const { projectId, planId } = production;
  const accept = { decision: 'accept', note: '' } as const;
  const mend = { frameIndex: 2, decision: 'repair', note: 'sinks', repairPromptAdditions: [MENDED] } as const;
  const decisions = [{ frameIndex: 0, ...accept }, { frameIndex: 1, ...accept }, mend];
  await answered(application.review(caller, projectId, planId, decisions));
  await ended(studio, production, await repair(studio, production));
  await answered(application.review(caller, projectId, planId, [{ frameIndex: 2, ...accept }]));
  await until(studio, async () => {
    const sequence = await bodyOf(application.photoSequence(caller, projectId, planId, FRESH));
    return sequence['lifecycle'] === 'certified';
  });
};

const withoutQa = async (studio: Studio, caller: Caller): Promise<void> => {
  const { application } = studio;
  await answered(
    application.generateImage(caller, { prompt: 'a lighthouse' }, { key: 'k1', bodyHash: hashOf('body') }),
  );
  const frames = ['a cat', `a dog, ${BROKEN}`, 'a hen'].map((prompt) => ({ prompt }));
  const projectId = await createProject(studio, caller, { name: 'Farm' });
  const batch = { projectId, prompt: 'farm', count: 3, frames, continuityMode: 'independent' as const };
  await answered(application.storyboardBatch(caller, batch, null));
};

/** Half of the last debit goes back, with the evidence that the command asks for. */
const refund = async ({ core }: Studio, workspaceId: string): Promise<void> => {
  const { commands, clock } = core.services;
  const stream = ledgerStream(workspaceId);
  for await (const stored of core.stores.store.readStream(stream, { direction: 'backwards' })) {
    const entry = core.codec.decode(stored) as unknown as LedgerEvent;
    if (entry.type !== 'LedgerDebited' || entry.data.amount < 2) continue;
    const command = {
      type: 'RefundEntry',
      entryId: 'ent_refund',
      refundedEntryId: entry.data.entryId,
      debited: entry.data.debited,
      refunded: 0,
      asOf: (await core.stores.store.head(stream))?.revision ?? 0,
      amount: 1,
      reason: 'goodwill',
      now: new Date(clock.now()).toISOString(),
    } as const;
    const context = { workspaceId, actor: 'tool:test', correlationId: 'c1' };
    const outcome = await commands.handle(ledgerDecider, stream, command, context);
    assert(outcome.kind !== 'refused', 'the refund is taken');
    return;
  }
};

const ended = async (studio: Studio, { caller, projectId }: Production, jobId: string): Promise<void> =>
  until(studio, async () => (await answered(studio.application.job(caller, projectId, jobId, FRESH))).value.final);

/** Looks until it holds; a test that hangs is ended by its runner. */
const until = async ({ core }: Studio, holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await core.system.timers.sleep(5);
};
