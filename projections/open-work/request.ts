/** The open work of an idempotency key: its answer. */
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { limits } from '../../src/kernel/limits.ts';
import { addMs } from '../../src/kernel/time.ts';
import type { RequestEvent } from '../../events/request.ts';
import type { RequestWork } from './document.ts';

export const evolveRequest = (
  _: RequestWork | undefined,
  event: RecordedEvent<RequestEvent>,
): RequestWork | undefined => {
  if (event.type !== 'RequestClaimed') return undefined;
  const { n, operation, targetId, projectId } = event.data;
  return {
    kind: 'request.answer',
    dueAt: addMs(event.metadata.at, limits.requestClaimGraceMs),
    subject: 'request',
    requestId: idOf(event.stream),
    n,
    operation,
    targetId,
    projectId,
  };
};
