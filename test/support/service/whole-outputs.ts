/** Whether every byte of each output is there: of pictures, scenes, films, sounds and the texts beside them. */
import type { RecordedEvent } from '../../../src/kernel/event.ts';
import type { Core } from '../../../src/main/core.ts';

type Kept = { readonly key: string };
type Rendered = { readonly asset: Kept; readonly attachments?: readonly { readonly asset: Kept }[] };

/** Each finding is a line to read. Reads the objects of all events. */
export const outputsThatAreNotWhole = async (
  { stores }: Pick<Core, 'stores'>,
  events: readonly RecordedEvent[],
): Promise<readonly string[]> => {
  const keys = events.flatMap(({ type, data }) => {
    if (type !== 'TaskRendered') return [];
    const { asset, attachments = [] } = data as Rendered;
    return [asset, ...attachments.map((beside) => beside.asset)].map(({ key }) => key);
  });
  const findings: string[] = [];
  for (const key of new Set(keys)) {
    const state = await stores.objects.inspect(key);
    if (state !== 'whole') findings.push(`${key} was delivered and is ${state}`);
  }
  return findings;
};
