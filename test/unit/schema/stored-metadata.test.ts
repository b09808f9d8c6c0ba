/** A member taken out of stored metadata without a full read is the one that a full read finds. */
import test from 'ava';
import fc from 'fast-check';
import { assert } from '../../../src/kernel/faults.ts';
import { GENESIS, withHash } from '../../../src/schema/hash-chain.ts';
import { metadataText, versionIn, workspaceIn } from '../../../src/schema/stored-metadata.ts';
import { breaks, holds } from '../../support/property/property.ts';

const awkward = fc.oneof(
  fc.string(),
  fc.constantFrom(',"workspaceId":"ws_x"', '","workspaceId":"ws_x', '"v":9', '\\', 'a"b', ',"v":7'),
);

const stored = fc
  .record({ actor: awkward, correlationId: awkward, userId: awkward, traceparent: awkward, workspaceId: awkward })
  .chain((all) => fc.subarray(['userId', 'traceparent', 'workspaceId'] as const).map((kept) => ({ all, kept })))
  .map(({ all: { actor, correlationId, ...rest }, kept }) => {
    const some = Object.fromEntries(kept.map((name) => [name, rest[name]]));
    return withHash(GENESIS, metadataText({ actor, correlationId, at: '2026-11-21T10:00:00.000Z', ...some }, 3));
  });

type Taken = (text: string) => string | undefined;

const isFound =
  (taken: Taken) =>
  (text: string): void => {
    const { workspaceId } = JSON.parse(text) as { readonly workspaceId?: string };
    const found = taken(text);
    // One that is not written plainly is left to a full read.
    const isPlain = workspaceId !== undefined && JSON.stringify(workspaceId) === `"${workspaceId}"`;
    assert(found === (isPlain ? workspaceId : undefined), `${text} tells ${found}`);
  };

test('the workspace of an event', (t) => {
  t.notThrows(() => holds(stored, isFound(workspaceIn), 1_000));
  t.notThrows(() => holds(stored, (text) => assert(versionIn(text) === 3, text), 1_000));
  const careless: Taken = (text) => /workspaceId\\?":\\?"([^"\\]*)/.exec(text)?.[1];
  t.true(breaks(stored, isFound(careless), 1_000), 'sabotage: to look for the name alone');
});
