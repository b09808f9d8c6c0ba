/** Events as the port gives them. */
import type { Position } from '../../kernel/position.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import type { LogEvent } from './server/calls.ts';

export const toStored = (event: LogEvent, position: Position): StoredEvent => {
  const { id, type, data, metadata, stream, revision } = event;
  return { id, type, data, metadata, stream, revision, position };
};
