/** The only list of event types. A type that is not here can be neither written nor read. */
import type { EventDefinition } from '../src/kernel/event.ts';
import * as job from './job/index.ts';
import * as ledger from './ledger/index.ts';
import * as plan from './plan/index.ts';
import * as project from './project/index.ts';
import * as request from './request/index.ts';
import * as system from './system/index.ts';
import * as workspace from './workspace/index.ts';

export const eventTypes: readonly EventDefinition[] = [workspace, ledger, project, plan, job, request, system]
  .map((category) => Object.values<EventDefinition>(category))
  .flat();

const byKey = new Map(eventTypes.map((definition) => [`${definition.category}.${definition.type}`, definition]));

/** The definition of a type within its category; the same type name may stand in two categories. */
export const definitionOf = (category: string, type: string): EventDefinition | undefined =>
  byKey.get(`${category}.${type}`);
