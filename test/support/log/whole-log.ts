/** Everything that a log holds, decoded, and when its service has nothing left to do. */
import type { OpenWorkDocument } from '../../../projections/open-work/document.ts';
import type { RecordedEvent } from '../../../src/kernel/event.ts';
import { type Position, START } from '../../../src/kernel/position.ts';
import type { Core } from '../../../src/main/core.ts';
import { eventually } from '../kernel/eventually.ts';

export const wholeLog = async ({
  stores,
  codec,
}: Pick<Core, 'stores' | 'codec'>): Promise<readonly RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for await (const batch of stores.feed.read(START)) events.push(...batch.events.map((event) => codec.decode(event)));
  return events;
};

/** Since when a log is this test's: a server that was given holds what others did, and left undone. */
export type Since = { readonly position: Position };

export const EVER: Since = { position: START };

export const sinceNow = async ({ stores }: Pick<Core, 'stores'>): Promise<Since> => ({
  position: await stores.feed.head(),
});

/** The streams that began after it. */
export const streamsSince = (events: readonly RecordedEvent[], { position }: Since): ReadonlySet<string> =>
  new Set(events.filter((event) => event.revision === 0 && event.position > position).map(({ stream }) => stream));

/** Work that waits for a person or for a date far away is not open. */
const WAITING = new Set<OpenWorkDocument['kind']>(['none', 'review.expire', 'ledger.expire']);

/** False as well while the read models do not show what the log has by now. */
const isNothingOwed = async (core: Core, since: Since): Promise<boolean> => {
  const { stores, readModels } = core;
  if (!(await readModels.waitFor(await stores.feed.head(), 1_000))) return false;
  const collection = readModels.collection('open-work');
  const owed: string[] = [];
  for await (const { id, body } of stores.documents.scan<OpenWorkDocument>(collection)) {
    if (!WAITING.has(body.kind)) owed.push(id.replace(':', '-'));
  }
  if (since === EVER || owed.length === 0) return owed.length === 0;
  const own = streamsSince(await wholeLog(core), since);
  return !owed.some((stream) => own.has(stream));
};

/** Resolves when the service has done by itself all that it owes for streams that began since then. */
export const untilNothingIsOwed = async (core: Core, patienceMs?: number, since = EVER): Promise<void> =>
  eventually('nothing is owed any more', async () => isNothingOwed(core, since), patienceMs);
