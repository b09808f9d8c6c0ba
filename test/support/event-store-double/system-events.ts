/** Events that a new EventStoreDB writes for itself: `$all` is never empty, and adapters that forget it are seen. */
import { randomUUID } from 'node:crypto';
import { NO_STREAM } from './append-rules.ts';
import type { AppendRequest, ProposedEvent } from './records.ts';

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

export const systemEvent = (type: string, data: unknown): ProposedEvent => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data: json(data),
  metadata: Buffer.alloc(0),
});

const first = (stream: string, type: string, data: unknown): AppendRequest => ({
  stream,
  expected: NO_STREAM,
  events: [systemEvent(type, data)],
});

export const systemEvents = (): readonly AppendRequest[] => [
  first('$$$user-admin', '$metadata', { $acl: { $r: ['$admins'], $w: ['$admins'] } }),
  first('$user-admin', '$UserCreated', { loginName: 'admin', disabled: false, groups: ['$admins'] }),
  first('$$$stats-127.0.0.1:2113', '$metadata', { $maxAge: 86_400 }),
];
