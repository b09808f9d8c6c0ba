/** Dispatch of a frame: the intent is in the log, now an engine is called for it. */
import { jobDecider } from '../../../commands/job/decider.ts';
import { frameOfAttempt } from '../../../commands/job/state.ts';
import type { JobCommand } from '../../../commands/job/decider.ts';
import type { EventOf } from '../../kernel/event.ts';
import type { frameDispatched } from '../../../events/job/index.ts';
import type { Asset } from '../../../events/common.ts';
import { assert, Fault, isFault } from '../../kernel/faults.ts';
import type { ImageEngine, ImageRequest } from '../../ports/image-engine.ts';
import type { Handled } from '../../ports/message-log.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Manifest } from '../planning/manifest.ts';
import { nowText, systemContext } from '../services.ts';
import type { Services, SystemContext } from '../services.ts';
import type { AttemptDeps, AttemptRecord } from './attempt.ts';
import { composePrompt, planned } from './compose-prompt.ts';
import type { PromptParts } from './compose-prompt.ts';
import { NOT_ITS_TURN } from './engine-slots.ts';
import type { EngineSlots } from './engine-slots.ts';
import { performAttempt } from './perform-attempt.ts';
import type { ScoreAtHand } from './score-frame.ts';

export type DispatchDeps = Pick<Services, 'commands' | 'artifacts' | 'imageEngines' | 'clock'> &
  AttemptDeps & {
    readonly objects: Pick<ObjectStore, 'put' | 'get'>;
    readonly slots: EngineSlots;
    /** Names this process as the holder of leases. */
    readonly holder: string;
    /** Scores a picture that is at hand, where this process scores; undefined where another does. */
    readonly scoreAtHand?: ScoreAtHand;
  };

export type FrameDispatch = {
  readonly stream: string;
  readonly data: EventOf<typeof frameDispatched>['data'];
  readonly context: SystemContext;
};

export const dispatchFrame = async (
  deps: DispatchDeps,
  dispatch: FrameDispatch,
  stillOwned: () => boolean,
): Promise<Handled> => {
  const { attemptKey, engine: name } = dispatch.data;
  const { workspaceId } = dispatch.context;
  const engine = deps.imageEngines.get(name) ?? missingEngine(name);
  // What waits holds nothing but its message: a manifest may be 10 MB.
  const perform = async () => performFrame(deps, dispatch, engine, stillOwned);
  const turn = { engine, workspaceId, attemptKey, lane: 'bulk', stillWanted: stillOwned } as const;
  return (await deps.slots.run(turn, perform)) ?? NOT_ITS_TURN;
};

const performFrame = async (
  deps: DispatchDeps,
  dispatch: FrameDispatch,
  engine: ImageEngine,
  stillOwned: () => boolean,
): Promise<Handled> => {
  const { data, context } = dispatch;
  const { workspaceId } = context;
  const { promptHash, content } = await planned(contentOf(deps, dispatch));
  const record = recordOf(deps, dispatch, engine, promptHash);
  const { attemptKey } = data;
  const request = async (): Promise<ImageRequest> => {
    const { manifest, parts } = content();
    const { width, height } = manifest;
    const references = await referencesOf(deps.objects, manifest, data);
    return { ...parts, width, height, seed: data.seed, references };
  };
  return performAttempt(deps, { attemptKey, workspaceId, engine, request, record, stillOwned });
};

/** Fault `lost`: what the plan or a person wrote is gone. */
const contentOf = async (
  { artifacts }: DispatchDeps,
  { data, context: { workspaceId } }: FrameDispatch,
): Promise<{ readonly manifest: Manifest; readonly parts: PromptParts }> => {
  const manifest = await artifacts.named<Manifest>(workspaceId, data.manifestHash);
  const requirement = manifest.requirements.find(({ requirementId }) => requirementId === data.requirementId);
  assert(requirement !== undefined, `the manifest does not hold the requirement ${data.requirementId}`);
  const additions = data.additionsHash === null ? [] : await artifacts.named<string[]>(workspaceId, data.additionsHash);
  return { manifest, parts: composePrompt(manifest, requirement, data.corrections, additions) };
};

/** What the picture is to stay close to: the frame before under `chain`, then the reference plates that are ours. */
const referencesOf = async (
  objects: DispatchDeps['objects'],
  manifest: Manifest,
  data: FrameDispatch['data'],
): Promise<readonly Uint8Array[]> => {
  const keys = referenceKeys(manifest, data.requirementId, data.previousAsset);
  return Promise.all(keys.map(async (key) => referenceAt(objects, key)));
};

/** Fault `rejected` where there is none, or a damaged one: asking again does not help. Addresses can be made up. */
export const referenceAt = async (objects: DispatchDeps['objects'], key: string): Promise<Uint8Array> => {
  try {
    return await objects.get(key);
  } catch (error) {
    if (isFault(error, 'not_found')) throw new Fault('rejected', 'a reference picture is not there', { cause: error });
    if (isFault(error, 'corrupt')) throw new Fault('rejected', 'a reference picture is damaged', { cause: error });
    throw error;
  }
};

export const referenceKeys = (
  manifest: Manifest,
  requirementId: string,
  previousAsset: Asset | null,
): readonly string[] => {
  const requirement = manifest.requirements.find((candidate) => candidate.requirementId === requirementId);
  const plates = requirement?.referencePlates.flatMap(({ assetKey }) => assetKey ?? []) ?? [];
  return previousAsset === null ? plates : [previousAsset.key, ...plates];
};

const recordOf = (
  deps: DispatchDeps,
  { stream, data, context }: FrameDispatch,
  { repeat }: ImageEngine,
  promptHash: string,
): AttemptRecord => {
  const { attemptKey } = data;
  const handle = async (command: JobCommand) => deps.commands.handle(jobDecider, stream, command, context);
  return {
    claim: async (lapsedEpoch) => {
      const outcome = await handle({ type: 'ClaimAttempt', attemptKey, holder: deps.holder, promptHash, lapsedEpoch });
      const epoch = frameOfAttempt(outcome.state, attemptKey)?.epoch ?? 0;
      if (outcome.kind === 'accepted') return { kind: 'taken', epoch };
      const held = outcome.kind === 'refused' && outcome.refusal.code === 'lease_held';
      return held ? { kind: 'held', epoch } : { kind: 'over' };
    },
    delivered: async (inForce, { asset, bytes, coverage }) => {
      // A crash meanwhile loses the delivery. An engine that must not be asked again gets no such window.
      const { workspaceId, correlationId } = context;
      const scoring = { stream, attemptKey, context: systemContext(workspaceId, 'score', correlationId), since: 0 };
      const record = repeat === 'never' ? undefined : await deps.scoreAtHand?.(scoring, { asset, bytes });
      const told = coverage === undefined ? {} : { coverage };
      const rendered = handle({ type: 'RecordRender', attemptKey, epoch: await inForce(), asset, ...told });
      // Asked in the same turn, the score shares the append of the render.
      await Promise.all([rendered, record?.()]);
    },
    failed: async (epoch, code, message) => {
      await handle({ type: 'RecordFailure', attemptKey, epoch, code, message, now: nowText(deps.clock) });
    },
    unknown: async (epoch) => {
      await handle({ type: 'RecordUnknown', attemptKey, epoch, now: nowText(deps.clock) });
    },
  };
};

/** The engine was configured when the job was planned and is not any more: nothing was done, and the ladder goes on. */
export const missingEngine = (name: string): ImageEngine => ({
  name,
  version: 'none',
  repeat: 'safe',
  deadlineMs: 1_000,
  inFlightMax: 1,
  limitations: [],
  generate: async () => Promise.reject(new Fault('rejected', `${name} is not configured here`)),
  lookup: async () => Promise.resolve({ kind: 'unknown' }),
  available: async () => Promise.resolve(false),
});
