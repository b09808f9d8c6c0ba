/** Laws of any work on a project, checked on its events alone; each law throws when it is broken. */
import { deepStrictEqual as same, ok, partialDeepStrictEqual as like } from 'node:assert/strict';
import type { createProjectDecider, ProjectCommand, ProjectRefusal } from '../../commands/project/decider.ts';
import type { ProjectState } from '../../commands/project/state.ts';
import type { ProjectEvent } from '../../events/project.ts';
import {
  eventsCanBeStored,
  type Laws,
  repeatsYieldNothing,
  type Run,
  runChoices,
} from '../support/property/decider-run.ts';
import { periodsTellAll } from '../support/property/closed-periods.ts';
import { commandOf, type ProjectStep } from './project-steps.ts';

export type ProjectDecider = ReturnType<typeof createProjectDecider>;

/** Short, so that work of a few dozen steps closes several periods. */
export const PERIOD = 5;
type ProjectRun = Run<ProjectState, ProjectCommand, ProjectEvent, ProjectRefusal>;

export const runOn = (decider: ProjectDecider, steps: readonly ProjectStep[]): ProjectRun =>
  runChoices(decider, steps, commandOf);

const logOf = (run: ProjectRun): readonly ProjectEvent[] => run.steps.flatMap((step) => step.events);

const createdOnce = (run: ProjectRun): void => {
  for (const [index, { type }] of logOf(run).entries()) same(type === 'ProjectCreated', index === 0);
};

/** I11: one job at a time holds the storyboard; claims are numbered from 1, and each is ended once, by its own end. */
const oneClaimAtATime = (run: ProjectRun): void => {
  let claims = 0;
  let open: { readonly n: number; readonly jobId: string } | undefined;
  for (const { type, data } of logOf(run)) {
    if (type === 'GenerationClaimed') {
      same(open, undefined, 'two jobs hold the storyboard');
      claims += 1;
      same(data.n, claims);
      open = { n: data.n, jobId: data.jobId };
    }
    if (type !== 'GenerationEnded') continue;
    same({ n: data.n, jobId: data.jobId }, open, 'another claim is ended');
    open = undefined;
  }
  same(run.state.open?.n, open?.n);
  for (const { command, events } of run.steps) {
    if (command.type !== 'EndGeneration') continue;
    for (const { type, data } of events) if (type === 'GenerationEnded') same(command.n, data.n);
  }
};

/** A decision takes no place from a job that is under way. A manifest that has the place takes it once. */
const placesAreTakenOnce = (run: ProjectRun): void => {
  for (const { before, events } of run.steps) {
    for (const { type, data } of events) {
      if (type !== 'ManifestTookOver') continue;
      ok(before.open === null || before.open.manifestHash === data.manifestHash, 'the place of a job is taken');
      ok(before.generated?.manifestHash !== data.manifestHash, 'a place is taken again');
    }
  }
};

/** I20: a claim is appended only where its checks were made. */
const claimsHoldWhereTheyWereChecked = (run: ProjectRun): void => {
  for (const { command, events, revision } of run.steps) {
    if (!('checkedAt' in command) || events.length === 0) continue;
    same(command.checkedAt, revision);
  }
};

/** A caller that names a revision moves nothing but that revision. */
const ifMatchIsHonoured = (run: ProjectRun): void => {
  for (const { command, events, before } of run.steps) {
    if (!('ifMatch' in command) || command.ifMatch === null || events.length === 0) continue;
    const present = command.type === 'ReviseScript' ? before.script : before.storyboard;
    const named = command.ifMatch === 'any' ? present !== null : command.ifMatch.includes(present?.revisionId ?? '');
    ok(named, 'it names the revision that it replaces');
  }
};

/** A storyboard that a caller sends is made from the current script. */
const storyboardsFollowTheScript = (run: ProjectRun): void => {
  for (const { command, events, before } of run.steps) {
    if (command.type !== 'ReviseStoryboard' || events.length === 0) continue;
    same(command.storyboard.scriptRevisionId, before.script?.revisionId ?? null);
  }
};

/** A storyboard made by rule never replaces one that a caller gave. */
const givenStoryboardsStay = (run: ProjectRun): void => {
  for (const { command, events, before } of run.steps) {
    if (command.type !== 'ReviseScript' || before.storyboard === null || before.storyboard.followsScript) continue;
    ok(!events.some(({ type }) => type === 'StoryboardRevised'), 'a storyboard is lost to a rule');
  }
};

/** A storyboard that the rule made is made anew whenever its script moves. */
const splitStoryboardsFollow = (run: ProjectRun): void => {
  for (const { command, events, before } of run.steps) {
    if (command.type !== 'ReviseScript' || command.storyboard === null || events.length === 0) continue;
    if (before.storyboard !== null && !before.storyboard.followsScript) continue;
    const made = events.find(({ type }) => type === 'StoryboardRevised');
    const { scriptRevisionId } = command.storyboard;
    if (before.storyboard?.revisionId !== command.storyboard.revisionId) like(made?.data, { scriptRevisionId });
  }
};

/** The last revisions, and which claims count, as the log tells them. */
const theStateTellsTheLog = (run: ProjectRun): void => {
  const log = logOf(run);
  const claims = log.flatMap((event) => (event.type === 'GenerationClaimed' ? [event.data] : []));
  /** Each manifest that got the place, in order; with the claim that it got it by. */
  const places = log.flatMap((event): readonly { readonly manifestHash: string; readonly n: number | null }[] => {
    if (event.type === 'ManifestTookOver') return [{ manifestHash: event.data.manifestHash, n: null }];
    if (event.type !== 'GenerationEnded' || event.data.outcome !== 'finished') return [];
    return claims.filter(({ n }) => n === event.data.n);
  });
  const last = places.at(-1)?.manifestHash;
  const before = places.findLastIndex(({ manifestHash }) => manifestHash !== last);
  same(run.state.generations, places.length);
  same(run.state.lastClaim, claims.at(-1)?.n ?? 0);
  same(run.state.generated?.manifestHash, last);
  same(
    run.state.generated?.jobs.map(({ n }) => n) ?? [],
    places.slice(before + 1).flatMap(({ n }) => n ?? []),
  );
  const scripts = log.flatMap((event) => (event.type === 'ScriptRevised' ? [event.data.scriptRevisionId] : []));
  const boards = log.flatMap((event) => (event.type === 'StoryboardRevised' ? [event.data.storyboardRevisionId] : []));
  same([run.state.script?.revisionId, run.state.storyboard?.revisionId], [scripts.at(-1), boards.at(-1)]);
};

const coldStartsAreShort = (run: ProjectRun): void => periodsTellAll(run, PERIOD);

/** A refused command, and one that ends or claims, moves neither script nor storyboard. */
const onlyRevisionsRevise = (run: ProjectRun): void => {
  for (const { command, events } of run.steps) {
    const revises = events.some(({ type }) => type === 'ScriptRevised' || type === 'StoryboardRevised');
    ok(!revises || command.type === 'CreateProject' || 'ifMatch' in command, `${command.type} revises`);
  }
};

export const laws = {
  createdOnce,
  oneClaimAtATime,
  placesAreTakenOnce,
  claimsHoldWhereTheyWereChecked,
  ifMatchIsHonoured,
  storyboardsFollowTheScript,
  givenStoryboardsStay,
  splitStoryboardsFollow,
  theStateTellsTheLog,
  coldStartsAreShort,
  onlyRevisionsRevise,
  eventsCanBeStored,
  repeatsYieldNothing,
} satisfies Laws<ProjectRun>;
