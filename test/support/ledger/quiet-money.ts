/** Whether anything that costs was touched: the ledgers of the log, and what the engines were asked (I9). */
import { categoryOf } from '../../../src/kernel/event.ts';
import { START } from '../../../src/kernel/position.ts';
import type { Core } from '../../../src/main/core.ts';

export type QuietMoney = {
  /** The movements since the last look, as lines to read. */
  moved(): Promise<readonly string[]>;
};

export const watchMoney = async ({ stores }: Pick<Core, 'stores'>, calls: readonly unknown[]): Promise<QuietMoney> => {
  let position = START;
  let called = calls.length;

  const moved = async (): Promise<readonly string[]> => {
    const findings: string[] = [];
    for await (const { events, through } of stores.feed.read(position)) {
      position = through;
      const entries = events.filter(({ stream }) => categoryOf(stream) === 'ledger');
      findings.push(...entries.map(({ stream, revision, type }) => `${stream}@${revision}: ${type}`));
    }
    if (calls.length > called) findings.push(`${calls.length - called} calls of an engine`);
    called = calls.length;
    return findings;
  };

  await moved();
  return Object.freeze({ moved });
};
