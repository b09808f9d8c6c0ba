import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { id } from '../common.ts';

/** A user may no longer act in the workspace. */
export const memberRemoved = defineEvent('workspace', 'MemberRemoved', object({ userKey: id }));
