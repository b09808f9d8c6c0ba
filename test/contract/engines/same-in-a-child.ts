/** The contract is shown with jobs in this process, which take a third of the time; here is one in a child for each. */
import { buffer } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import type { Children } from '../../../src/engines/child/children.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { jobsHere } from '../../support/engines/jobs-here.ts';
import { sharedChildren } from '../../support/engines/shared-children.ts';
import type { EngineSubject } from '../engine.contract.ts';

type Register = (title: string, run: (t: ExecutionContext) => Promise<void>) => void;
type OpenWith = (t: ExecutionContext, children: Children) => Promise<EngineSubject>;

const bytesOf = async ({ engine, request, scratch, close }: EngineSubject): Promise<Buffer> => {
  const answer = await engine.perform('key', request(), scratch(), new AbortController().signal);
  assert(answer.kind === 'done', 'it is made at once');
  const { content } = answer.output;
  const bytes = content instanceof Uint8Array ? Buffer.from(content) : await buffer(content());
  await close();
  return bytes;
};

/** Subjects have the same first request. */
export const sameInAChild = (test: Register, what: string, open: OpenWith): void => {
  test(`${what}: a child process makes the very bytes of a job in this process`, async (t) => {
    const [here, there] = [await bytesOf(await open(t, jobsHere)), await bytesOf(await open(t, sharedChildren))];
    t.true(here.length > 0 && here.equals(there));
  });
};
