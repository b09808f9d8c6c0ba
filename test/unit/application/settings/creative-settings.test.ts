/** GET and PUT user/settings/creative, as the use cases answer. */
import test from 'ava';
import { settingsDecider, settingsStream } from '../../../../commands/settings.ts';
import { type Caller, contextOf } from '../../../../src/application/calls/caller.ts';
import { createReadSettings, createSaveSettings } from '../../../../src/application/settings/creative-settings.ts';
import { DEFAULT_PROFILE, profileOf, type RequestedProfile } from '../../../../src/application/settings/profile.ts';
import { answered, bodyOf, FRESH, refusalOf } from '../../../support/application/answered.ts';
import { overtakenAt } from '../../../support/log/watched-commands.ts';
import { created } from '../../../support/application/workspace-steps.ts';
import { enterAs, givenWorld, type Process } from '../../../support/application/world.ts';

const settingsOf = async ({ ground }: Process, caller: Caller) =>
  (await bodyOf(createReadSettings(ground)(caller, FRESH)))['settings'];

const save = async ({ ground }: Process, caller: Caller, profile: RequestedProfile) =>
  (await answered(createSaveSettings(ground)(caller, profile)))['settings'];

test('a user that has saved nothing has the defaults', async (t) => {
  const { process, ann } = await givenWorld(t, { projector: false });
  t.deepEqual(await settingsOf(process, ann), DEFAULT_PROFILE);
});

test('a profile is answered as it was saved, and read at once by any process', async (t) => {
  const { world, process, ann } = await givenWorld(t, { projector: false });
  const profile = { bannedTopics: ['gambling'], subtitlePolicy: { primaryLanguage: 'de' } } as const;
  t.deepEqual(await save(process, ann, profile), profileOf(profile));
  const other = await world.start({ projector: false });
  for (const each of [process, other]) t.deepEqual(await settingsOf(each, ann), profileOf(profile));
});

/** The profile after two saves. */
const leftOf = async (process: Process, ann: Caller, second: RequestedProfile, saving = save) => {
  await save(process, ann, { bannedTopics: ['gambling'], modelRouting: { riskTolerance: 'low' } });
  await saving(process, ann, second);
  return settingsOf(process, ann);
};

test('a save replaces the whole profile', async (t) => {
  const { process, ann } = await givenWorld(t, { projector: false });
  t.deepEqual(await leftOf(process, ann, { pacingPreference: 5 }), profileOf({ pacingPreference: 5 }));
  t.deepEqual(await leftOf(process, ann, {}), DEFAULT_PROFILE);
});

test('sabotage: a save that adds to the profile is found', async (t) => {
  const { process, ann } = await givenWorld(t, { projector: false });
  const adding: typeof save = async (...[where, caller, requested]) =>
    save(where, caller, { ...((await settingsOf(where, caller)) as object), ...requested });
  t.notDeepEqual(await leftOf(process, ann, { pacingPreference: 5 }, adding), profileOf({ pacingPreference: 5 }));
});

test('the same profile again appends nothing', async (t) => {
  const { world, process, ann } = await givenWorld(t, { projector: false });
  await save(process, ann, { pacingPreference: 4 });
  const before = (await world.events()).length;
  await save(process, ann, { pacingPreference: 4 });
  await save(process, ann, (await settingsOf(process, ann)) as RequestedProfile);
  t.is((await world.events()).length, before);
});

test('of two writers that have read the same profile one is refused, whichever is first', async (t) => {
  for (const saved of [false, true]) {
    const { process, ann } = await givenWorld(t, { projector: false });
    const { ground } = process;
    if (saved) await save(process, ann, { pacingPreference: 1 });
    const { etag } = await answered(createReadSettings(ground)(ann, FRESH));
    await answered(createSaveSettings(ground)(ann, { pacingPreference: 2 }, [etag]));
    t.is(await refusalOf(createSaveSettings(ground)(ann, { pacingPreference: 3 }, [etag])), 'revision_mismatch');
    // The first one again, whose answer was lost.
    await answered(createSaveSettings(ground)(ann, { pacingPreference: 2 }, [etag]));
    await answered(createSaveSettings(ground)(ann, { pacingPreference: 4 }, 'any'));
    t.deepEqual(await settingsOf(process, ann), profileOf({ pacingPreference: 4 }));
    // The other writer comes between the look and the append.
    const now = await answered(createReadSettings(ground)(ann, FRESH));
    const commands = overtakenAt(ground.commands, 'SaveSettings', async () =>
      save(process, ann, { pacingPreference: 5 }),
    );
    const late = createSaveSettings({ ...ground, commands })(ann, { pacingPreference: 1 }, ['other', now.etag]);
    t.is(await refusalOf(late), 'revision_mismatch');
    t.deepEqual(await settingsOf(process, ann), profileOf({ pacingPreference: 5 }));
  }
});

test('a profile is of one user in one workspace', async (t) => {
  const { process, ann } = await givenWorld(t, { projector: false });
  const bob = await enterAs(process, 'bob');
  const studio = await enterAs(process, 'ann', await created(process, ann));
  await save(process, ann, { pacingPreference: 4 });
  for (const each of [bob, studio]) t.deepEqual(await settingsOf(process, each), DEFAULT_PROFILE);
});

test('a read that asks for a later position than the log has is refused', async (t) => {
  const { process, ann } = await givenWorld(t, { projector: false });
  const later = { atLeast: `${'9'.repeat(16)}-${'9'.repeat(16)}` as never };
  t.is(await refusalOf(createReadSettings(process.ground)(ann, later)), 'read_model_behind');
});

test('a profile that the store has lost is a fault of its reads, until another one is saved', async (t) => {
  const { process, ann } = await givenWorld(t, { projector: false });
  const command = { type: 'SaveSettings', profileHash: 'a'.repeat(64) } as const;
  const stream = settingsStream(ann.workspaceId, ann.userKey);
  await process.services.commands.handle(settingsDecider, stream, command, contextOf(ann));
  await t.throwsAsync(settingsOf(process, ann), { message: /is not in the store/ });
  await save(process, ann, {});
  t.deepEqual(await settingsOf(process, ann), DEFAULT_PROFILE);
});
