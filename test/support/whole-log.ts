/** Everything that a log holds, decoded, and when its service has nothing left to do. */
import type { OpenWorkDocument } from '../../projections/open-work/document.ts';
import type { RecordedEvent } from '../../src/kernel/event.ts';
import { START } from '../../src/kernel/position.ts';
import type { Core } from '../../src/main/core.ts';
import { eventually } from './eventually.ts';

export const wholeLog = async ({
  stores,
  codec,
}: Pick<Core, 'stores' | 'codec'>): Promise<readonly RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for await (const batch of stores.feed.read(START)) events.push(...batch.events.map((event) => codec.decode(event)));
  return events;
};

/** What waits for a person or for a date far away is nobody's to do. */
const WAITING = new Set<OpenWorkDocument['kind']>(['none', 'review.expire', 'ledger.expire']);

export const owedNow = async ({ stores, readModels }: Core): Promise<readonly OpenWorkDocument['kind'][]> => {
  await readModels.waitFor(await stores.feed.head(), 1_000);
  const collection = readModels.collection('open-work');
  const { documents } = await stores.documents.query<OpenWorkDocument>({ collection, index: 'byDue', limit: 100 });
  return documents.map(({ body }) => body.kind).filter((kind) => !WAITING.has(kind));
};

/** Resolves when the service has done by itself all that it owes. */
export const untilNothingIsOwed = async (core: Core, patienceMs?: number): Promise<void> =>
  eventually('nothing is owed any more', async () => (await owedNow(core)).length === 0, patienceMs);
