import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { count, hash, id } from '../common.ts';

/** The script is now this text, kept as an artifact. */
export const scriptRevised = defineEvent(
  'project',
  'ScriptRevised',
  object({ scriptRevisionId: id, artifactHash: hash, chars: count }),
);
