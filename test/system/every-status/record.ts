/** Requests to real services: their answers are held to the contract, and the status of each operation is kept. */
import { operationAt, undeclared } from '../../support/http/http-conformance.ts';
import { type HttpAnswer, httpCall, type HttpRequest } from '../../support/http/http-call.ts';

export type Ask = (baseUrl: string, request: HttpRequest) => Promise<HttpAnswer>;

export type Record = {
  readonly ask: Ask;
  /** `GET /api/v1/jobs 200` and the like. */
  readonly given: ReadonlySet<string>;
};

export const createRecord = (): Record => {
  const given = new Set<string>();
  const ask: Ask = async (baseUrl, request) => {
    const { hostname, port } = new URL(baseUrl);
    const answer = await httpCall({ host: hostname, port: Number(port) }, request);
    const { method = 'GET', path } = request;
    const [finding] = undeclared(method, path, answer);
    if (finding !== undefined) throw new Error(`${method} ${path}: ${finding}: ${answer.text.slice(0, 500)}`);
    given.add(placeOf(method, operationAt(method, path)?.path ?? path, answer.status));
    return answer;
  };
  return { ask, given };
};

const placeOf = (method: string, path: string, status: number | string): string => `${method} ${path} ${status}`;

type Document = {
  readonly paths: Readonly<
    globalThis.Record<string, Readonly<globalThis.Record<string, { readonly responses?: object } | undefined>>>
  >;
};

/** Every status of every operation of a served document, in the form of `given`. */
export const documentedIn = (document: unknown): readonly string[] =>
  Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      Object.keys(operation?.responses ?? {}).map((status) => placeOf(method.toUpperCase(), path, status)),
    ),
  );
