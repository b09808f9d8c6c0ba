/** `npm run -s start-epoch`: an operator confirms a log that others have seen more of, as after a restore. */
import { type EpochOutlook, type EpochStarted, lookAtEpochs, startEpoch } from '../application/log/start-epoch.ts';
import { projections } from '../../projections/registry.ts';
import { expectWholeLog } from './collector.ts';
import { openServiceKey } from './open-service-key.ts';
import { withExisting } from './open-existing.ts';
import { nowAndThen, runTool } from './tool.ts';

/** As `LogEpochStarted` takes it. */
const REASON_CHARS_MAX = 500;

const textOf = ({ head, epoch, next, ahead, doubt }: EpochOutlook): string =>
  [
    `the log ends at ${head || 'its start'}, in epoch ${epoch}; the next one is ${next}`,
    ...ahead.map(({ witness, seen }) => `${witness} has seen it at ${seen}`),
    ...(doubt === null ? [] : [doubt]),
  ].join('\n');

const startedText = ({ epoch, next }: EpochOutlook, { position, readModels }: EpochStarted): string =>
  [`epoch ${next} after epoch ${epoch}: the log goes on at ${position}`, `folded anew: ${readModels.join(', ')}`].join(
    '\n',
  );

expectWholeLog();
await runTool(
  {
    name: 'start-epoch',
    about: [
      'Confirms that the log goes on from where it ends, after a restore: checks all of it, folds the read models anew',
      'and starts an epoch, so that later positions sort after all that were ever seen. It is for a service that',
      'refuses to start; one that runs goes on. Events seen past the end of the log are given up for good. Says what',
      'it would do, unless confirmed. Repeat it when interrupted; once it is done, it does nothing until something is',
      'appended.',
    ].join('\n'),
    options: {
      reason: { type: 'string', help: 'why, for the log: which backup was restored (required)' },
      confirm: { type: 'boolean', help: 'do it' },
    },
  },
  async ({ reason = '', confirm = false }, say) => {
    if (reason === '' || reason.length > REASON_CHARS_MAX) {
      return say.usage(`--reason is required, of at most ${REASON_CHARS_MAX} characters`);
    }
    return withExisting(async (existing, config) => {
      const { store: eventStore, publisher, clock } = existing;
      const mark = await publisher?.mark();
      const sightings = mark === undefined ? [] : [{ witness: 'the relay', seen: mark.position }];
      const signer = await openServiceKey(config);
      const deps = { ...existing, eventStore, signer, projections, sightings };
      const outlook = await lookAtEpochs(deps);
      if (outlook.isFresh) {
        const text = `the log ends with the start of epoch ${outlook.epoch}: no new epoch is needed`;
        return say.result({ ok: true, started: false, ...outlook }, text);
      }
      if (!confirm) {
        const text = `${textOf(outlook)}\nnothing was done: --confirm starts it`;
        return say.result({ ok: false, code: 'unconfirmed', ...outlook }, text, 1);
      }
      const tell = nowAndThen(clock, say);
      const onProgress = (what: string, events: number): void => tell(`${events} events ${what}`);
      const started = await startEpoch(deps, outlook, { reason, actor: 'tool:start-epoch', onProgress });
      return say.result({ ok: true, started: true, ...outlook, ...started }, startedText(outlook, started));
    });
  },
);
