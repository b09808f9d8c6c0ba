/** Answers of use cases, as tests look into them. */
import type { Body, Refused, Result, StoredAnswer } from '../../../src/application/calls/result.ts';
import type { Freshness, Read } from '../../../src/application/reading/answers.ts';
import { assert } from '../../../src/kernel/faults.ts';

/** Of a read that has no earlier write to show. */
export const FRESH: Freshness = { atLeast: null };

/** The answer of the use case; throws when it refuses. */
export const answered = async <T>(result: Promise<Result<T>>): Promise<T> => {
  const found = await result;
  assert(found.kind === 'ok', `refused: ${JSON.stringify(found)}`);
  return found.value;
};

/** The body of what is read; throws when it is refused. */
export const bodyOf = async <T>(result: Promise<Result<Read<T>>>): Promise<T> => (await answered(result)).value;

/** The code of the refusal; throws when there is none. */
export const refusalOf = async (result: Promise<Result<unknown>>): Promise<Refused['code']> => {
  const found = await result;
  assert(found.kind === 'refused', `not refused: ${JSON.stringify(found)}`);
  return found.code;
};

/** The body that a key would give again, as clients see it but for signed URLs. */
export const storedBody = async (result: Promise<Result<StoredAnswer>>): Promise<Body> =>
  JSON.parse((await answered(result)).body) as Body;
