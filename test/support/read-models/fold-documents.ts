/** The documents that a projection makes of a log: the reference for all comparisons. */
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import { categoryOf, type RecordedEvent } from '../../../src/kernel/event.ts';
import { assert } from '../../../src/kernel/faults.ts';
import type { Position } from '../../../src/kernel/position.ts';
import type { Projection } from '../../../src/kernel/projection.ts';
import { deepFreeze } from '../kernel/deep-freeze.ts';

export type Folded<D> = { readonly owner: string; readonly position: Position; readonly body: D };

/**
 * Offers each event of the projection's categories once. Frozen throughout, so that a fold that writes to its input
 * throws; and each document must keep its owner, survive JSON, and have the members that its indexes order by.
 */
export const foldDocuments = <D>(
  projection: Projection<D>,
  events: readonly RecordedEvent[],
): ReadonlyMap<string, Folded<D>> => {
  const documents = new Map<string, Folded<D>>();
  const owners = new Map<string, string>();
  for (const event of events) {
    if (!projection.categories.includes(categoryOf(event.stream))) continue;
    deepFreeze(event);
    const ids = projection.touches(event);
    assert(new Set(ids).size === ids.length, `${event.type} touches a document twice`);
    for (const id of ids) {
      const owner = projection.owner(event, id);
      assert((owners.get(id) ?? owner) === owner, `${event.type} gives ${id} another owner`);
      assert(projection.ofOneEvent !== true || !owners.has(id), `${event.type} touches ${id}, which is of one event`);
      owners.set(id, owner);
      const body = projection.evolve(documents.get(id)?.body, event, id);
      if (body === undefined) documents.delete(id);
      else documents.set(id, { owner, position: event.position, body: checked(projection, deepFreeze(body)) });
    }
  }
  return documents;
};

const checked = <D>(projection: Projection<D>, body: D): D => {
  const text = canonicalJson(body);
  assert(canonicalJson(JSON.parse(text)) === text, 'a document survives JSON');
  assert(!hasHoles(body), `a document of ${projection.name} has a member that is undefined`);
  for (const [index, members] of Object.entries(projection.indexes)) {
    for (const member of members) {
      const value = (body as Record<string, unknown>)[member];
      const sortable = value === null || typeof value === 'string' || typeof value === 'number';
      assert(sortable, `${projection.name}.${index} orders by ${member}, which a document does not have`);
    }
  }
  return body;
};

const hasHoles = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.values(value).some(hasHoles));
