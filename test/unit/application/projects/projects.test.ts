import test from 'ava';
import type { Body, Result, StoredAnswer } from '../../../../src/application/calls/result.ts';
import { createReviseScript, createReviseStoryboard } from '../../../../src/application/projects/revise.ts';
import type { Storyboard } from '../../../../src/application/projects/storyboard.ts';
import { answered, bodyOf, FRESH, refusalOf, storedBody } from '../../../support/application/answered.ts';
import { createHastyTimers } from '../../../support/kernel/hasty-timers.ts';
import { createProject, plan, storyboardOf } from '../../../support/application/production.ts';
import { enterAs, givenWorld } from '../../../support/application/world.ts';
import { overtakenAt, watchedCommands } from '../../../support/log/watched-commands.ts';
import { projectOf as stateOf } from '../../../support/application/states.ts';

const SCRIPT = 'INT. KITCHEN - NIGHT\n\nAda opens the fridge.\n\nLight falls on the floor.\n';
const LONGER = `${SCRIPT}\nThe phone rings.\n`;

type Project = {
  readonly id: string;
  readonly scriptRevisionId: string | null;
  readonly storyboardRevisionId: string | null;
  readonly frameCount: number;
};

const projectOf = async (result: Promise<Result<Body>>): Promise<Project> =>
  (await answered(result))['project'] as Project;

const createdBy = async (result: Promise<Result<StoredAnswer>>): Promise<Project> =>
  (await storedBody(result))['project'] as Project;

test('a project without script and storyboard has nothing to plan', async (t) => {
  const { process, ann } = await givenWorld(t);
  const project = await createdBy(process.application.createProject(ann, { name: 'Nightfall' }, null));
  t.like(project, {
    name: 'Nightfall',
    workspaceId: ann.workspaceId,
    scriptRevisionId: null,
    storyboardRevisionId: null,
    frameCount: 0,
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:04:05.000Z',
  });
  const hash = { expectedExecutionManifestArtifactHash: 'sha256:0' };
  t.is(await refusalOf(process.application.planStoryboard(ann, project.id)), 'storyboard_not_found');
  t.is(await refusalOf(process.application.generate(ann, project.id, hash, null)), 'storyboard_not_found');
});

test('a script alone is split into frames by rule, and can be planned', async (t) => {
  const { process, ann } = await givenWorld(t);
  const project = await createdBy(process.application.createProject(ann, { name: 'Nightfall', script: SCRIPT }, null));
  t.is(project.frameCount, 2);
  t.truthy(project.scriptRevisionId);
  t.is((await plan(process, ann, project.id)).requirementIds.length, 2);
});

test('a screenplay is split as one: neither title page nor transitions nor dialogue are frames', async (t) => {
  const { process, ann } = await givenWorld(t);
  const script = `Title: Nightfall\nCredit: by\nAuthor: A. Writer\n\nFADE IN:\n\n${SCRIPT}\nADA\nHello.\n\nCUT TO:\n`;
  const projectId = await createProject(process, ann, { script });
  const { storyboard } = await bodyOf(process.application.storyboard(ann, projectId, FRESH));
  const title = 'INT. KITCHEN - NIGHT';
  t.deepEqual(storyboard, {
    continuityMode: 'independent',
    frames: [
      { prompt: 'Int. kitchen - night. Ada opens the fridge.', title, sceneId: '1' },
      { prompt: 'Int. kitchen - night. Light falls on the floor.', title, sceneId: '1' },
    ],
  });
});

test('a script of more frames than a storyboard holds is refused with its scenes, and nothing is kept', async (t) => {
  const { process, ann } = await givenWorld(t);
  const { application } = process;
  const script = Array.from({ length: 1_500 }, (_, n) => `INT. ROOM ${n} - DAY\n\nShe waits.\n\n`).join('');
  const detail = { scenes: 1_500, frames: 1_500, framesMax: 200, scenesThatFit: 200 };
  const refused = await application.createProject(ann, { name: 'Nightfall', script }, null);
  t.like(refused, { kind: 'refused', code: 'script_too_long', detail });
  t.regex(JSON.stringify(refused), /1500 scenes and makes 1500 frames.*scenes 1 to 200 fit/);
  t.deepEqual((await bodyOf(application.listProjects(ann, { limit: 2, cursor: null }, FRESH)))['projects'], []);

  const follows = await createProject(process, ann, { script: SCRIPT });
  t.is(await refusalOf(application.reviseScript(ann, follows, script, null)), 'script_too_long');
  t.like(await bodyOf(application.script(ann, follows, FRESH)), { script: SCRIPT });
  // Nothing is split where a caller brings the storyboard.
  const brought = await createProject(process, ann, { script, storyboard: storyboardOf(1) });
  await answered(application.reviseScript(ann, brought, `${script}\n`, null));
});

test('a script with nothing to draw makes no storyboard', async (t) => {
  const { process, ann } = await givenWorld(t);
  const script = 'Title: Nightfall\n\nFADE IN:\n';
  const project = await createdBy(process.application.createProject(ann, { name: 'Nightfall', script }, null));
  t.like(project, { storyboardRevisionId: null, frameCount: 0 });
  t.truthy(project.scriptRevisionId);
  t.is(await refusalOf(process.application.planStoryboard(ann, project.id)), 'storyboard_not_found');
});

test('a storyboard that was given stays when the script moves, and is stale until it is put again', async (t) => {
  const { process, ann } = await givenWorld(t);
  const { application } = process;
  const projectId = await createProject(process, ann, { script: SCRIPT, storyboard: storyboardOf(2) });
  const before = await stateOf(process, projectId);
  const moved = await projectOf(application.reviseScript(ann, projectId, LONGER, null));
  t.is(moved.storyboardRevisionId, before.storyboard?.revisionId ?? '');
  const stale = await application.planStoryboard(ann, projectId);
  t.like(stale, { kind: 'refused', code: 'script_revision_conflict' });
  t.regex(JSON.stringify(stale), /PUT the storyboard again, as it is or changed/);
  const { storyboard } = await bodyOf(application.storyboard(ann, projectId, FRESH));
  await answered(application.reviseStoryboard(ann, projectId, storyboard as Storyboard, null));
  t.is((await plan(process, ann, projectId)).requirementIds.length, 2);
});

test('a storyboard that was made of its script follows it; once a caller has put one, it is theirs', async (t) => {
  const { process, ann } = await givenWorld(t);
  const { application } = process;
  const projectId = await createProject(process, ann, { script: SCRIPT });
  t.is((await projectOf(application.reviseScript(ann, projectId, LONGER, null))).frameCount, 3);
  t.is((await plan(process, ann, projectId)).requirementIds.length, 3);
  t.is((await projectOf(application.reviseScript(ann, projectId, SCRIPT, null))).frameCount, 2);
  await answered(application.reviseStoryboard(ann, projectId, storyboardOf(1), null));
  t.is((await projectOf(application.reviseScript(ann, projectId, LONGER, null))).frameCount, 1);
  t.is(await refusalOf(application.planStoryboard(ann, projectId)), 'script_revision_conflict');
});

test('a storyboard that was read and put as it is stays when the script moves', async (t) => {
  const { process, ann } = await givenWorld(t);
  const { application } = process;
  const projectId = await createProject(process, ann, { script: SCRIPT });
  const { storyboard, storyboardRevisionId } = await bodyOf(application.storyboard(ann, projectId, FRESH));
  const put = await projectOf(application.reviseStoryboard(ann, projectId, storyboard as Storyboard, null));
  t.is(put.storyboardRevisionId, storyboardRevisionId as string, 'it is the same revision');
  await answered(application.reviseScript(ann, projectId, LONGER, null));
  t.deepEqual((await bodyOf(application.storyboard(ann, projectId, FRESH)))['storyboard'], storyboard);
  t.is(await refusalOf(application.planStoryboard(ann, projectId)), 'script_revision_conflict');
});

test('a script that has nothing to draw any more leaves its storyboard stale, and says what helps', async (t) => {
  const { process, ann } = await givenWorld(t);
  const { application } = process;
  const projectId = await createProject(process, ann, { script: SCRIPT });
  await answered(application.reviseScript(ann, projectId, 'CUT TO:\n', null));
  const stale = await application.planStoryboard(ann, projectId);
  t.regex(JSON.stringify(stale), /script_revision_conflict.*PUT a script with something to draw, or a storyboard/);
  await answered(application.reviseScript(ann, projectId, LONGER, null));
  t.is((await plan(process, ann, projectId)).requirementIds.length, 3);
});

test('project, script and storyboard are read back as they were given, at their revisions', async (t) => {
  const { process, ann } = await givenWorld(t);
  const { application } = process;
  const storyboard = storyboardOf(2);
  const created = await createdBy(
    application.createProject(ann, { name: 'Nightfall', script: SCRIPT, storyboard }, null),
  );
  const { id, scriptRevisionId, storyboardRevisionId } = created;
  t.deepEqual(await bodyOf(application.project(ann, id, FRESH)), { ok: true, project: created });
  t.deepEqual(await bodyOf(application.script(ann, id, FRESH)), { ok: true, script: SCRIPT, scriptRevisionId });
  const read = await bodyOf(application.storyboard(ann, id, FRESH));
  t.deepEqual(read, { ok: true, storyboard, storyboardRevisionId });
  const tag = (await answered(application.script(ann, id, FRESH))).etag;
  t.is(tag, scriptRevisionId ?? '');
  t.is((await answered(application.storyboard(ann, id, FRESH))).etag, storyboardRevisionId ?? '');
  const moved = await projectOf(application.reviseScript(ann, id, LONGER, [tag]));
  t.deepEqual(await bodyOf(application.project(ann, id, FRESH)), { ok: true, project: moved });
  t.like(await bodyOf(application.script(ann, id, FRESH)), { script: LONGER });
  t.is(await refusalOf(application.project(ann, id, { atLeast: '9999-999999999999' })), 'read_model_behind');
  t.is(await refusalOf(application.script(ann, id, { atLeast: '9999-999999999999' })), 'read_model_behind');
  const empty = await createProject(process, ann);
  t.is(await refusalOf(application.script(ann, empty, FRESH)), 'script_not_found');
  t.is(await refusalOf(application.storyboard(ann, empty, FRESH)), 'storyboard_not_found');
});

test('the first script of a project makes its storyboard', async (t) => {
  const { process, ann } = await givenWorld(t);
  const projectId = await createProject(process, ann);
  t.is((await projectOf(process.application.reviseScript(ann, projectId, SCRIPT, null))).frameCount, 2);
});

test('a script with nothing to draw leaves any storyboard as it is', async (t) => {
  const { process, ann } = await givenWorld(t);
  const projectId = await createProject(process, ann, { script: 'INT. HALL\n', storyboard: storyboardOf(1) });
  const project = await projectOf(process.application.reviseScript(ann, projectId, 'EXT. STREET\n', null));
  t.is(project.frameCount, 1);
});

test('If-Match names the revision that is replaced', async (t) => {
  const { process, ann } = await givenWorld(t);
  const { application } = process;
  const created = await createdBy(application.createProject(ann, { name: 'Nightfall', script: SCRIPT }, null));
  const { id, scriptRevisionId } = created;
  t.is(await refusalOf(application.reviseScript(ann, id, LONGER, ['rvs_other'])), 'revision_mismatch');
  t.is(await refusalOf(application.reviseScript(ann, id, LONGER, [])), 'revision_mismatch', 'weak tags alone');
  const second = await projectOf(application.reviseScript(ann, id, LONGER, ['rvs_other', String(scriptRevisionId)]));
  t.not(second.scriptRevisionId, scriptRevisionId);
  // A repeat is idempotent, also for a caller that has not seen the answer.
  t.deepEqual(await projectOf(application.reviseScript(ann, id, LONGER, [String(scriptRevisionId)])), second);
  const storyboard = storyboardOf(4);
  t.is(await refusalOf(application.reviseStoryboard(ann, id, storyboard, ['rvs_other'])), 'revision_mismatch');
  const before = [String(second.storyboardRevisionId)];
  const third = await projectOf(application.reviseStoryboard(ann, id, storyboard, before));
  t.is(third.frameCount, 4);
  t.deepEqual(await projectOf(application.reviseStoryboard(ann, id, storyboard, before)), third);
});

test('a storyboard is made from the script that is current at its append', async (t) => {
  const { process, ann } = await givenWorld(t);
  const { application, services, ground } = process;
  const projectId = await createProject(process, ann, { script: SCRIPT, storyboard: storyboardOf(1) });
  // The script moves after it was read, once.
  const commands = overtakenAt(services.commands, 'ReviseStoryboard', async () =>
    answered(application.reviseScript(ann, projectId, LONGER, null)),
  );
  const deps = { ...services, timers: createHastyTimers(), streams: ground.streams, commands };
  await answered(createReviseStoryboard(deps)(ann, projectId, storyboardOf(2), null));
  const { script, storyboard } = await stateOf(process, projectId);
  t.is(storyboard?.scriptRevisionId, script?.revisionId ?? '');
  t.is((await plan(process, ann, projectId)).requirementIds.length, 2);
});

test('a storyboard that is brought while a first script arrives is not lost to the rule', async (t) => {
  const { process, ann } = await givenWorld(t);
  const { application, services, ground } = process;
  const projectId = await createProject(process, ann);
  // It comes after the project was read without one.
  const commands = watchedCommands(services.commands, {
    before: async () => answered(application.reviseStoryboard(ann, projectId, storyboardOf(7), null)),
  });
  const deps = { ...services, timers: createHastyTimers(), streams: ground.streams, commands };
  await answered(createReviseScript(deps)(ann, projectId, SCRIPT, null));
  const { script, storyboard } = await stateOf(process, projectId);
  t.is(storyboard?.frameCount, 7);
  t.not(storyboard?.scriptRevisionId, script?.revisionId, 'it is stale');
});

test('projects are listed newest first, page by page, and only those of the workspace', async (t) => {
  const { process, ann } = await givenWorld(t);
  const { application } = process;
  const eve = await enterAs(process, 'eve');
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await createProject(process, ann, { name });
    await createProject(process, eve, { name: `not ${name}` });
  }
  const names: string[][] = [];
  let cursor: string | null = null;
  do {
    const page = await bodyOf(application.listProjects(ann, { limit: 2, cursor }, FRESH));
    names.push((page['projects'] as readonly { readonly name: string }[]).map(({ name }) => name));
    cursor = page['nextCursor'] as string | null;
    // It is newer than any page to come.
    await createProject(process, ann, { name: 'meanwhile' });
  } while (cursor !== null);
  t.deepEqual(names, [['e', 'd'], ['c', 'b'], ['a']]);
});
