import type { Decider, Decision } from '../../src/kernel/decider.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import type { MediaEvent } from '../../events/media/index.ts';
import { advanceMedia } from './advance-media.ts';
import type { AdvanceMedia } from './advance-media.ts';
import { claimScene } from './claim-scene.ts';
import type { ClaimScene } from './claim-scene.ts';
import { evolve } from './evolve.ts';
import { finishMedia } from './finish-media.ts';
import type { FinishMedia } from './finish-media.ts';
import { queueMedia, refuseMedia } from './queue-media.ts';
import type { QueueMedia, RefuseMedia } from './queue-media.ts';
import { recordSceneFailure, recordSceneRender, recordSceneUnknown } from './record-result.ts';
import type { RecordSceneFailure, RecordSceneRender, RecordSceneUnknown } from './record-result.ts';
import type { MediaRefusal } from './refusals.ts';
import { initial } from './state.ts';
import type { MediaState } from './state.ts';

export type MediaCommand =
  | QueueMedia
  | RefuseMedia
  | AdvanceMedia
  | ClaimScene
  | RecordSceneRender
  | RecordSceneFailure
  | RecordSceneUnknown
  | FinishMedia;

const decide = (command: MediaCommand, state: MediaState): Decision<MediaEvent, MediaRefusal> => {
  switch (command.type) {
    case 'QueueMedia':
      return queueMedia(command, state);
    case 'RefuseMedia':
      return refuseMedia(command, state);
    case 'AdvanceMedia':
      return advanceMedia(command, state);
    case 'ClaimScene':
      return claimScene(command, state);
    case 'RecordSceneRender':
      return recordSceneRender(command, state);
    case 'RecordSceneFailure':
      return recordSceneFailure(command, state);
    case 'RecordSceneUnknown':
      return recordSceneUnknown(command, state);
    case 'FinishMedia':
      return finishMedia(command, state);
    default:
      return assertNever(command);
  }
};

/** Work without QA: a caller waits for its pictures, and pays exactly for what rendered. */
export const mediaDecider: Decider<MediaState, MediaCommand, MediaEvent, MediaRefusal> = {
  category: 'media',
  initial,
  evolve,
  decide,
};
