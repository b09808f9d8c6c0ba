/** The documents of `open-work`, folded from the log of a world whenever they are asked for. */
import { openWorkProjection } from '../../../projections/open-work/definition.ts';
import type { OwedWork, SuperviseDeps } from '../../../src/application/reactions/supervise.ts';
import { categoryOf } from '../../../src/kernel/event.ts';
import type { CommandWorld } from '../log/command-world.ts';

/** `moved`: whether the log has grown since the last call. */
export const openWorkView = (
  { events, codec }: Pick<CommandWorld, 'events' | 'codec'>,
  moved: () => boolean,
): SuperviseDeps['documents'] => {
  const documents = new Map<string, OwedWork>();
  let folded = 0;

  const fold = async (): Promise<void> => {
    const stored = await events();
    for (const event of stored.slice(folded).map((one) => codec.decode(one))) {
      if (!openWorkProjection.categories.includes(categoryOf(event.stream))) continue;
      for (const id of openWorkProjection.touches(event)) {
        const body = openWorkProjection.evolve(documents.get(id)?.body, event, id);
        if (body === undefined) documents.delete(id);
        else documents.set(id, { id, owner: event.metadata.workspaceId ?? '', position: '', body });
      }
    }
    folded = stored.length;
  };

  const byDue = (a: OwedWork, b: OwedWork): number => (a.body.dueAt < b.body.dueAt ? -1 : 1);

  const query = async ({ index, equals, atMost, atLeast }: Asked) => {
    if (moved()) await fold();
    const found = [...documents.values()].filter(
      ({ body: { kind, dueAt } }) =>
        (index === 'byDue' || equals?.[0] === kind) &&
        (atMost === undefined || dueAt <= String(atMost)) &&
        (atLeast === undefined || dueAt >= String(atLeast)),
    );
    return { documents: found.toSorted(byDue), next: null };
  };
  return { query: query as SuperviseDeps['documents']['query'] };
};

type Asked = Parameters<SuperviseDeps['documents']['query']>[0];
