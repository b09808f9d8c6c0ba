/** The meaning of an answer without success for the work that was asked for. */
import { Fault } from '../../kernel/faults.ts';
import { isObject } from '../../kernel/json.ts';
import { limits } from '../../kernel/limits.ts';
import { objectOf, type RemoteAnswer } from './remote-answer.ts';

/** The provider has looked at this input and will never take it. */
const REJECTED: ReadonlySet<number> = new Set([400, 409, 413, 414, 415, 422, 451]);

/** Other redirects, such as 303, may lead to a page about work that was taken. */
const BELONGS_ELSEWHERE: ReadonlySet<number> = new Set([301, 307, 308]);
/** A deadline was over on the way. */
const MAYBE_TAKEN: ReadonlySet<number> = new Set([408, 499]);

const CLEAN = 'refused the work, and did nothing';

/**
 * Faults: `rejected`, this input will never work; `unavailable`, nothing was done and another try may work, e.g. once
 * the key or the address is right; `unknown_outcome` for all that a proxy on the way may have said. A 503 counts as the
 * provider's own word only with an `error` in JSON.
 */
export const refusalOf = async (name: string, answer: RemoteAnswer): Promise<Fault> => {
  const { status, retryAfterMs } = answer;
  const detail = { status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  const fault = (code: 'rejected' | 'unavailable' | 'unknown_outcome', says: string): Fault =>
    new Fault(code, `${name} ${says} (${status})`, { detail });
  if (REJECTED.has(status)) return fault('rejected', 'refused this request');
  if (status === 503) return (await saysError(answer)) ? fault('unavailable', CLEAN) : unclear(fault);
  return isClean(status) ? fault('unavailable', CLEAN) : unclear(fault);
};

/** A redirect is not followed: the whole request belongs elsewhere, and whatever is there has got nothing. */
const isClean = (status: number): boolean =>
  BELONGS_ELSEWHERE.has(status) || (status >= 400 && status < 500 && !MAYBE_TAKEN.has(status));

const unclear = (fault: (code: 'unknown_outcome', says: string) => Fault): Fault =>
  fault('unknown_outcome', 'did not say whether it took the work');

const saysError = async (answer: RemoteAnswer): Promise<boolean> => {
  if (answer.contentType !== 'application/json') return false;
  const body = await objectOf(answer, limits.remoteDocumentBytesMax);
  return isObject(body?.['error']);
};
