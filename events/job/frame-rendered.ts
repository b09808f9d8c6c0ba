import { defineEvent } from '../../src/kernel/event.ts';
import { integer, object, optional } from '../../src/kernel/shape.ts';
import { asset, coverage } from '../common.ts';
import { attemptMembers } from './common.ts';

/** The engine delivered; the asset is stored. Generated is not certified, and not accepted either. */
export const frameRendered = defineEvent(
  'job',
  'FrameRendered',
  object({ ...attemptMembers, epoch: integer({ minimum: 1 }), asset, coverage: optional(coverage) }),
);
