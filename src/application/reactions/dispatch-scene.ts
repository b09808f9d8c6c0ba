/** Dispatch of a scene: work without QA, under the same rules of leases and attempt keys as a frame. */
import { mediaDecider } from '../../../commands/media/decider.ts';
import type { MediaCommand } from '../../../commands/media/decider.ts';
import { sceneOfAttempt } from '../../../commands/media/state.ts';
import type { mediaSceneDispatched } from '../../../events/media/index.ts';
import type { EventOf } from '../../kernel/event.ts';
import { assert } from '../../kernel/faults.ts';
import type { ImageEngine } from '../../ports/image-engine.ts';
import type { Handled } from '../../ports/message-log.ts';
import { nowText } from '../services.ts';
import type { AttemptRecord } from './attempt.ts';
import { planned } from '../work/compose-prompt.ts';
import type { PromptParts } from '../work/compose-prompt.ts';
import { missingEngine, referenceAt } from './dispatch-task.ts';
import type { DispatchDeps } from './dispatch-task.ts';
import { NOT_ITS_TURN } from './engine-slots.ts';
import { performAttempt } from './perform-attempt.ts';
import type { SystemContext } from '../services.ts';

/** What one scene asks for; the artifact that `MediaQueued` names holds one per scene, in order. */
export type SceneRequest = PromptParts & {
  readonly width: number;
  readonly height: number;
  /** Object-store keys of the workspace's own pictures. */
  readonly referenceKeys: readonly string[];
};

export type SceneDispatch = {
  readonly stream: string;
  readonly data: EventOf<typeof mediaSceneDispatched>['data'];
  readonly context: SystemContext;
};

export const dispatchScene = async (
  deps: DispatchDeps,
  dispatch: SceneDispatch,
  stillOwned: () => boolean,
): Promise<Handled> => {
  const { attemptKey, engine: name } = dispatch.data;
  const { workspaceId } = dispatch.context;
  const engine = deps.imageEngines.get(name) ?? missingEngine(name);
  const perform = async () => performScene(deps, dispatch, engine, stillOwned);
  const turn = { engine, workspaceId, attemptKey, lane: 'call', stillWanted: stillOwned } as const;
  return (await deps.slots.run(turn, perform)) ?? NOT_ITS_TURN;
};

const performScene = async (
  deps: DispatchDeps,
  dispatch: SceneDispatch,
  engine: ImageEngine,
  stillOwned: () => boolean,
): Promise<Handled> => {
  const { data, context } = dispatch;
  const { workspaceId } = context;
  const { promptHash, content } = await planned(contentOf(deps, dispatch));
  return performAttempt(deps, {
    attemptKey: data.attemptKey,
    workspaceId,
    engine,
    request: async () => {
      const { parts, scene } = content();
      const { width, height, referenceKeys } = scene;
      const keys = data.previousAsset === null ? referenceKeys : [data.previousAsset.key, ...referenceKeys];
      const references = await Promise.all(keys.map(async (key) => referenceAt(deps.objects, key)));
      return { ...parts, width, height, seed: data.seed, references };
    },
    record: recordOf(deps, dispatch, promptHash),
    stillOwned,
  });
};

/** Fault `lost`: what the call asked for is gone. */
const contentOf = async (
  { artifacts }: DispatchDeps,
  { data, context }: SceneDispatch,
): Promise<{ readonly scene: SceneRequest; readonly parts: PromptParts }> => {
  const scenes = await artifacts.named<readonly SceneRequest[]>(context.workspaceId, data.requestHash);
  const scene = scenes[data.index];
  assert(scene !== undefined, `the request ${data.requestHash} has no scene ${data.index}`);
  const { prompt, negativePrompt, styleNotes } = scene;
  return { scene, parts: { prompt, negativePrompt, styleNotes } };
};

const recordOf = (deps: DispatchDeps, { stream, data, context }: SceneDispatch, promptHash: string): AttemptRecord => {
  const { attemptKey } = data;
  const handle = async (command: MediaCommand) => deps.commands.handle(mediaDecider, stream, command, context);
  return {
    claim: async (lapsedEpoch) => {
      const outcome = await handle({ type: 'ClaimScene', attemptKey, holder: deps.holder, promptHash, lapsedEpoch });
      const epoch = sceneOfAttempt(outcome.state, attemptKey)?.epoch ?? 0;
      if (outcome.kind === 'accepted') return { kind: 'taken', epoch };
      const held = outcome.kind === 'refused' && outcome.refusal.code === 'lease_held';
      return held ? { kind: 'held', epoch } : { kind: 'over' };
    },
    delivered: async (inForce, { asset }) => {
      await handle({ type: 'RecordSceneRender', attemptKey, epoch: await inForce(), asset });
    },
    failed: async (epoch, code, message) => {
      await handle({ type: 'RecordSceneFailure', attemptKey, epoch, code, message });
    },
    unknown: async (epoch) => {
      await handle({ type: 'RecordSceneUnknown', attemptKey, epoch, now: nowText(deps.clock) });
    },
  };
};
