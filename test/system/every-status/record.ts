/** Requests to real services: their answers are held to the contract, and the status of each operation is kept. */
import { answerHeaders } from '../../../src/http/contract/headers.ts';
import { operationAt, undeclared } from '../../support/http/http-conformance.ts';
import { type HttpAnswer, httpCall, type HttpRequest } from '../../support/http/http-call.ts';

export type Ask = (baseUrl: string, request: HttpRequest) => Promise<HttpAnswer>;

export type Record = {
  readonly ask: Ask;
  /** `GET /api/v1/jobs 200` and the like. */
  readonly given: ReadonlySet<string>;
  /** By such a place: the names of all headers that answers had there, in lower case. */
  readonly headers: ReadonlyMap<string, ReadonlySet<string>>;
};

export const createRecord = (): Record => {
  const given = new Set<string>();
  const headers = new Map<string, Set<string>>();
  const ask: Ask = async (baseUrl, request) => {
    const { hostname, port } = new URL(baseUrl);
    const answer = await httpCall({ host: hostname, port: Number(port) }, request);
    const { method = 'GET', path } = request;
    const [finding] = undeclared(method, path, answer);
    if (finding !== undefined) throw new Error(`${method} ${path}: ${finding}: ${answer.text.slice(0, 500)}`);
    const place = placeOf(method, operationAt(method, path)?.path ?? path, answer.status);
    given.add(place);
    headers.set(place, new Set([...(headers.get(place) ?? []), ...Object.keys(answer.headers)]));
    return answer;
  };
  return { ask, given, headers };
};

const placeOf = (method: string, path: string, status: number | string): string => `${method} ${path} ${status}`;

type Document = {
  readonly paths: Readonly<globalThis.Record<string, Readonly<globalThis.Record<string, Documented | undefined>>>>;
};
type Documented = { readonly responses?: Readonly<globalThis.Record<string, { readonly headers?: object }>> };

/** Every status of every operation of a served document, in the form of `given`. */
export const documentedIn = (document: unknown): readonly string[] =>
  Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      Object.keys(operation?.responses ?? {}).map((status) => placeOf(method.toUpperCase(), path, status)),
    ),
  );

/** The headers that answers had at a documented status and that the document does not have there. */
export const headersBeyond = (document: unknown, { headers }: Pick<Record, 'headers'>): readonly string[] =>
  Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      Object.entries(operation?.responses ?? {}).flatMap(([status, { headers: told = {} }]) => {
        const place = placeOf(method.toUpperCase(), path, status);
        return OURS.filter((name) => headers.get(place)?.has(name.toLowerCase()) === true && !(name in told)).map(
          (name) => `${place} ${name}`,
        );
      }),
    ),
  );

/** Others are those of HTTP itself, which need no words. */
const OURS = Object.keys(answerHeaders);
