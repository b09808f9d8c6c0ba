/** Documents of read models that are not as they were written: no store tells by itself. */
import { Fault, isFault } from './faults.ts';
import { objectIn } from './json.ts';

const REASON = 'document_damaged';
const REMEDY = 'infra/runbooks/rebuild-a-read-model.md has the remedy';

const damaged = (collection: string, id: string, problem: string): Fault =>
  new Fault('corrupt', `the document ${id} of ${collection} ${problem}: ${REMEDY}`, {
    detail: { reason: REASON, collection, id },
  });

export const isDamagedDocument = (error: unknown): error is Fault =>
  isFault(error, 'corrupt') && error.detail['reason'] === REASON;

/** The body of a document. Fault `corrupt`: its text is no JSON object any more. */
export const bodyIn = <D>(collection: string, id: string, text: string): D => {
  const body = objectIn(text);
  if (body === undefined) throw damaged(collection, id, 'cannot be read any more');
  return body as D;
};

/** `keys`: its place in the indexes, by member; null where it has none. Fault `corrupt`: its body has others. */
export const assertIndexed = (
  collection: string,
  { id, body }: { readonly id: string; readonly body: unknown },
  keys: Iterable<readonly [member: string, key: string | number | null]>,
): void => {
  const members = body as Readonly<Record<string, unknown>>;
  for (const [member, key] of keys) {
    if ((members[member] ?? null) !== key)
      throw damaged(collection, id, `is listed under another ${member} than its own`);
  }
};
