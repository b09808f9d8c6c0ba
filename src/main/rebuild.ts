/** `npm run -s rebuild`: folds read models again while the old ones serve. Safe beside a running service. */
import { dropRetired, rebuildReadModels, type Rebuilt } from '../application/read-models/rebuild-projection.ts';
import type { Projection } from '../kernel/projection.ts';
import { projections } from '../../projections/registry.ts';
import { expectWholeLog } from './collector.ts';
import { withExisting } from './open-existing.ts';
import { nowAndThen, runTool, type Say } from './tool.ts';

const rebuildAll = async (
  wanted: readonly Projection[],
  say: Say,
): Promise<{ readonly rebuilt: readonly Rebuilt[]; readonly dropped: readonly string[] }> =>
  withExisting(async ({ feed, documents, codec, clock, timers }, config) => {
    const tell = nowAndThen(clock, say);
    const holder = `rebuild:${config.hostName}:${process.pid}`;
    const deps = { feed, documents, codec, shards: config.projectorShards, holder };
    const rebuilt = await rebuildReadModels(deps, wanted, (events) => tell(`${events} events`));
    say.progress('in place; waiting for readers of the old collection');
    return { rebuilt, dropped: await dropRetired({ documents, timers }, wanted) };
  });

expectWholeLog();
await runTool(
  {
    name: 'rebuild',
    about: 'Rebuilds a read model from the log and puts it in the place of the one that serves.',
    operands: '<read-model | all>',
    again: 'Run it again once that is over: it goes on from the documents that it has stored.',
    options: {},
  },
  async (_, say, [name, ...more]) => {
    const names = projections.map((projection) => projection.name).join(', ');
    if (name === undefined || more.length > 0) return say.usage(`name one read model, or all: ${names}`);
    const wanted = projections.filter((projection) => name === 'all' || projection.name === name);
    if (wanted.length === 0) return say.usage(`there is no read model ${name}; there are ${names}`);
    const { rebuilt, dropped } = await rebuildAll(wanted, say);
    const lines = rebuilt.map(({ readModel, events }) => `${readModel}: rebuilt from ${events} events`);
    return say.result({ ok: true, rebuilt, dropped }, lines.join('\n'));
  },
);
