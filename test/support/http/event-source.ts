/** Server-sent events as a client reads them: messages with their ids, until the stream ends. */
import { get } from 'node:http';

export type Message = { readonly id: string; readonly event: string; readonly data: unknown };

export type EventSource = {
  readonly status: number;
  readonly contentType: string;
  /** Those that have come so far. */
  readonly messages: readonly Message[];
  readonly ended: Promise<void>;
  readonly leave: () => void;
};

export const openEvents = async (url: URL, token: string, lastEventId?: string): Promise<EventSource> => {
  const { promise, resolve, reject } = Promise.withResolvers<EventSource>();
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  const request = get(url, { headers, agent: false }, (response) => {
    const messages: Message[] = [];
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      messages.push(...blocks.flatMap(messageIn));
    });
    const ended = new Promise<void>((end) => response.on('close', end));
    response.on('error', () => undefined);
    const contentType = String(response.headers['content-type']);
    resolve({ status: response.statusCode ?? 0, contentType, messages, ended, leave: () => request.destroy() });
  });
  request.on('error', reject);
  return promise;
};

/** None in a block of comments or settings. */
const messageIn = (block: string): readonly Message[] => {
  const fields = new Map(block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]));
  const data = fields.get('data');
  if (data === undefined) return [];
  return [{ id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) as unknown }];
};
