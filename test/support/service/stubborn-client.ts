/**
 * A client that does not give up: a call without an answer, or with one that says `later`, is sent again. It has the
 * same key, and goes to the next service. It hands back the last position that it was given, so that it reads its own
 * writes at every service.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpAnswer } from '../http/http-call.ts';
import { type Client, createClient, type Headers } from '../http/http-client.ts';
import type { Random } from '../kernel/seeded-random.ts';

export type StubbornOptions = {
  /** Where services listen at this moment. */
  readonly addresses: () => readonly string[];
  readonly token: string;
  readonly random: Random;
  /** How long one answer may take. */
  readonly patienceMs: number;
  /** When it gives up after all: what takes this long does not come. */
  readonly giveUpMs: number;
};

/** Told by codes that the same call may succeed later, or may have succeeded already. */
const LATER = new Set(['request_in_progress', 'outcome_unknown', 'service_unavailable', 'read_model_behind']);

export const createStubbornClient = (options: StubbornOptions): Client => {
  const { addresses, token, random, patienceMs, giveUpMs } = options;
  let position = '';

  const once = async (ask: (client: Client) => Promise<HttpAnswer>): Promise<HttpAnswer | Error> => {
    const known = addresses();
    if (known.length === 0) return new Error('nobody listens');
    try {
      return await ask(createClient(random.oneOf(known), token, undefined, patienceMs));
    } catch (error) {
      // An answer that breaks the contract is a finding; a connection that breaks is what this client is for.
      if (isLost(error)) return error as Error;
      throw error;
    }
  };

  const stubbornly = async (ask: (client: Client) => Promise<HttpAnswer>): Promise<HttpAnswer> => {
    const end = performance.now() + giveUpMs;
    for (;;) {
      const answer = await once(ask);
      if (!(answer instanceof Error) && !LATER.has(String(answer.body['code']))) {
        const told = String(answer.headers['x-log-position'] ?? '');
        if (told > position) position = told;
        return answer;
      }
      if (performance.now() > end) {
        throw new Error(`no answer in ${giveUpMs} ms: ${answer instanceof Error ? answer.message : answer.text}`);
      }
      await wait(random.between(20, 150));
    }
  };

  const seen = (headers: Headers = {}): Headers =>
    position === '' ? headers : { 'if-position-at-least': position, ...headers };

  /** `at`: the client in the workspace that is called in. */
  const calling = (at: (client: Client) => Client): Client =>
    Object.freeze({
      get: async (path: string, headers?: Headers) => stubbornly(async (client) => at(client).get(path, seen(headers))),
      post: async (path: string, body?: unknown, headers?: Headers) =>
        stubbornly(async (client) => at(client).post(path, body, headers)),
      put: async (path: string, body: unknown, headers?: Headers) =>
        stubbornly(async (client) => at(client).put(path, body, headers)),
      delete: async (path: string, headers?: Headers) => stubbornly(async (client) => at(client).delete(path, headers)),
      within: (workspaceId: string) => calling((client) => client.within(workspaceId)),
    });
  return calling((client) => client);
};

const isLost = (error: unknown): boolean =>
  error instanceof Error && ('code' in error || error.name === 'AbortError' || error.name === 'TimeoutError');
