/** Whether a request is one that the contract describes: its operation, its headers, its query and its body. */
import { requestHeaders } from '../../../src/http/contract/headers.ts';
import type { Operation } from '../../../src/http/contract/operation.ts';
import { isRefusal, type Refusal } from '../../../src/http/errors/refusal.ts';
import { createQueryCheck } from '../../../src/http/gates/check-query.ts';
import { createJudge } from '../../../src/http/gates/judge.ts';
import { operationAt } from './http-conformance.ts';

export type Requested = {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
};

/** Headers of HTTP itself, which browsers set or any client may. */
const OF_BROWSERS = new Set(
  'accept accept-encoding accept-language cache-control connection content-length content-type host origin'.split(' '),
).union(new Set(['pragma', 'referer', 'user-agent']));

/** The parts of the request that the contract does not know, in words. */
export const undocumented = ({ method, url, headers, body }: Requested): readonly string[] => {
  const { pathname, search } = new URL(url);
  const operation = operationAt(method, pathname);
  if (operation === undefined) return [`${method} ${pathname} is no operation`];
  const findings = [
    ...Object.keys(headers).filter((name) => !takes(operation, name)),
    ...wordsOf(createQueryCheck(operation.query, operation.missing)(search.slice(1))),
    ...wordsOf(createJudge(operation)(body, null)),
  ];
  return findings.map((finding) => `${operation.operationId}: ${finding}`);
};

const takes = (operation: Operation, name: string): boolean =>
  OF_BROWSERS.has(name) ||
  name.startsWith('sec-') ||
  (name === 'authorization' && operation.authority !== null) ||
  Object.values(requestHeaders).some((header) => header.name.toLowerCase() === name && header.takenBy(operation));

const wordsOf = (checked: Refusal | object): readonly string[] =>
  isRefusal(checked) ? [checked.message ?? checked.code] : [];
