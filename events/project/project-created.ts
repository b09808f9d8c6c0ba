import { defineEvent } from '../../src/kernel/event.ts';
import { object, string } from '../../src/kernel/shape.ts';

/** A project exists in its workspace. */
export const projectCreated = defineEvent('project', 'ProjectCreated', object({ name: string({ maxLength: 500 }) }));
