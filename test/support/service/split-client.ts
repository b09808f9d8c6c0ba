/**
 * A caller that writes at one service and reads at another. It hands back the last position that either gave it. So it
 * reads its own writes in a process that it did not write to (ARCHITECTURE, "Reading your own write").
 */
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '../../../src/kernel/limits.ts';
import type { HttpAnswer } from '../http/http-call.ts';
import type { Client, Headers } from '../http/http-client.ts';

export const createSplitClient = (writer: Client, reader: Client): Client => {
  // The other service may believe a membership for so long after it has ended.
  const settled = async (answer: Promise<HttpAnswer>): Promise<HttpAnswer> => {
    const noticed = noted(await answer);
    await wait(limits.membershipAgeMaxMs);
    return noticed;
  };
  let position = '';
  const noted = (answer: HttpAnswer): HttpAnswer => {
    const told = String(answer.headers['x-log-position'] ?? '');
    if (told > position) position = told;
    return answer;
  };
  const split = (at: Client, from: Client): Client =>
    Object.freeze({
      get: async (path: string, headers?: Headers) =>
        noted(await from.get(path, position === '' ? headers : { 'if-position-at-least': position, ...headers })),
      post: async (path: string, body?: unknown, headers?: Headers) => noted(await at.post(path, body, headers)),
      put: async (path: string, body: unknown, headers?: Headers) => noted(await at.put(path, body, headers)),
      delete: async (path: string, headers?: Headers) => settled(at.delete(path, headers)),
      within: (workspaceId: string) => split(at.within(workspaceId), from.within(workspaceId)),
    });
  return split(writer, reader);
};
