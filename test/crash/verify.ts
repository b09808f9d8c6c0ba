/** The promises of a data folder after the scenario, with any number of kills on the way. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedEvent } from '../../src/kernel/event.ts';
import type { Core } from '../../src/main/core.ts';
import { brokenPromises, type Run, seenAndNotRecorded } from '../support/service/promises.ts';
import { outputsThatAreNotWhole } from '../support/service/whole-outputs.ts';
import { jsonLines } from '../support/process/json-lines.ts';
import { wholeLog } from '../support/log/whole-log.ts';
import type { EngineCall } from './makers.ts';
import type { Told } from './scenario.ts';

/**
 * Pictures of an undisturbed run. The first frame passes at once, the second with the corrections of its third attempt.
 * The hopeless ones fail three times, and one passes once a person has said how.
 */
const RENDERED = 1 + 3 + 2 * 3 + 1;
/** The voice of the film, its scenes, music, assembly and report. */
const FILM_RENDERED = 1 + 2 + 1 + 1 + 1;
/** The attempts at the second frame, on which its engine works by itself. */
const SUBMITTED = 3;
/** An unaccepted frame is free: the hopeless ones in their first job. */
const CHARGED = 1 + 3 + 1;
/** A voice, two scenes and music: all of it, by one entry. */
const FILM_CHARGED = 2 + 2 * 5 + 3;
/** Two songs and a speech, each a job of one task. */
const SOUNDS = 3;
/** Of each song the first half minute, of the speech the first minute. */
const SOUNDS_CHARGED = 3 + 3 + 2;
/** The generate, the repair, the film and the sounds. */
const JOBS = 3 + SOUNDS;

/** The promises of the service, and the same end as without a kill. */
export const verify = async (core: Core, folder: string): Promise<readonly string[]> => {
  const run = await runIn(core, folder);
  const of = (type: string): readonly RecordedEvent[] => run.events.filter((event) => event.type === type);
  const expected = (what: string, found: number, wanted: number): readonly string[] =>
    found === wanted ? [] : [`${what}: ${found}, not ${wanted}`];
  return [
    ...brokenPromises(run),
    ...answersThatDiffer(toldIn(folder)),
    ...(await outputsThatAreNotWhole(core, run.events)),
    ...expected('jobs', of('JobQueued').length, JOBS),
    ...expected('attempts submitted', of('AttemptSubmitted').length, SUBMITTED),
    ...expected('works that the provider took', readdirSync(join(folder, 'provider')).length, SUBMITTED),
    ...expected('attempts rendered', of('TaskRendered').length, RENDERED + FILM_RENDERED + SOUNDS),
    ...expected('credits charged', sumOf(of('LedgerDebited'), 'amount'), CHARGED + FILM_CHARGED + SOUNDS_CHARGED),
    ...expected('checkpoints decided', of('CheckpointDecided').length, 1),
    ...expected('credits held', heldAtEnd(run.events), 0),
    ...expected('plans that took over', of('ManifestTookOver').length, 1),
    ...expected('certificates', of('PlanCertified').length, 1),
  ];
};

/** The promise right after a kill, before any step is carried on: the log has all that the world has seen. */
export const verifyWhatWasSeen = async (core: Core, folder: string): Promise<readonly string[]> =>
  seenAndNotRecorded(await runIn(core, folder));

const runIn = async (core: Core, folder: string): Promise<Run> => ({
  events: await wholeLog(core),
  calls: jsonLines<EngineCall>(join(folder, 'calls.jsonl')),
  told: toldIn(folder).flatMap((told) => ('jobId' in told ? [told.jobId] : [])),
});

const toldIn = (folder: string): readonly Told[] => jsonLines<Told>(join(folder, 'told.jsonl'));

/** I5: whichever process answers a key, and whatever has died since, it names the same job or the same sound. */
export const answersThatDiffer = (told: readonly Told[]): readonly string[] =>
  [...Map.groupBy(told, ({ what }) => what)].flatMap(([what, all]) => {
    const answers = new Set(all.map((one) => ('jobId' in one ? one.jobId : one.assetId)));
    return answers.size > 1 ? [`the key of ${what} was answered by ${[...answers].join(' and ')}`] : [];
  });

const sumOf = (events: readonly RecordedEvent[], member: string): number =>
  events.reduce((sum, { data }) => sum + Number((data as Readonly<Record<string, unknown>>)[member]), 0);

/** As the last entry of the only ledger says: the promises have the entries add up. */
const heldAtEnd = (events: readonly RecordedEvent[]): number => {
  const balances = events.flatMap(
    ({ data }) => (data as { readonly balances?: { readonly held: number } }).balances ?? [],
  );
  return balances.at(-1)?.held ?? 0;
};
