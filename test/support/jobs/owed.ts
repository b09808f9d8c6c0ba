/** The open work of a history, in short. */
import { openWorkProjection } from '../../../projections/open-work/definition.ts';
import { NEVER, type WorkKind } from '../../../projections/open-work/document.ts';
import { at } from './builders.ts';
import { foldDocuments } from '../read-models/fold-documents.ts';
import type { History } from '../log/history.ts';

/**
 * The step that a document owes: kind and milliseconds into the test's day; `none` when it sleeps, undefined when it is
 * gone.
 */
export const owes = (history: History, id: string): readonly [WorkKind | 'none', number] | undefined => {
  const body = foldDocuments(openWorkProjection, history.events).get(id)?.body;
  if (body === undefined) return undefined;
  return [body.kind, body.dueAt === NEVER ? Infinity : Date.parse(body.dueAt) - Date.parse(at(0))];
};
