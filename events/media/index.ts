/** Every event of the category `media`. */
import type { EventOf } from '../../src/kernel/event.ts';
import { mediaAttemptClaimed } from './attempt-claimed.ts';
import { mediaCompleted } from './media-completed.ts';
import { mediaDispatchUnknown } from './media-dispatch-unknown.ts';
import { mediaFailed } from './media-failed.ts';
import { mediaQueued } from './media-queued.ts';
import { mediaRefused } from './media-refused.ts';
import { mediaSceneDispatched } from './media-scene-dispatched.ts';
import { mediaSceneFailed } from './media-scene-failed.ts';
import { mediaSceneRendered } from './media-scene-rendered.ts';

export {
  mediaAttemptClaimed,
  mediaCompleted,
  mediaDispatchUnknown,
  mediaFailed,
  mediaQueued,
  mediaRefused,
  mediaSceneDispatched,
  mediaSceneFailed,
  mediaSceneRendered,
};

export type MediaEvent = EventOf<
  | typeof mediaAttemptClaimed
  | typeof mediaCompleted
  | typeof mediaDispatchUnknown
  | typeof mediaFailed
  | typeof mediaQueued
  | typeof mediaRefused
  | typeof mediaSceneDispatched
  | typeof mediaSceneFailed
  | typeof mediaSceneRendered
>;
