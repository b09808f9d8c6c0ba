/** The stream of creative settings under any work, and the profile that any request asks for. */
import { deepStrictEqual as same, ok } from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { type SettingsCommand, settingsDecider } from '../../commands/settings.ts';
import type { SettingsEvent } from '../../events/settings.ts';
import { DEFAULT_PROFILE, profileOf, type RequestedProfile } from '../../src/application/settings/profile.ts';
import { saveCreativeSettings } from '../../src/http/contract/operations/settings.ts';
import { compile } from '../../src/schema/validator.ts';
import { coldStart } from '../support/property/closed-periods.ts';
import { breaks, holds } from '../support/property/property.ts';
import { folding, seeing } from '../support/property/sabotage.ts';
import { repeatsYieldNothing, runCommands } from '../support/property/decider-run.ts';

const RUNS = 300;

const command: fc.Arbitrary<SettingsCommand> = fc.record({
  type: fc.constant('SaveSettings' as const),
  profileHash: fc.constantFrom('a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)),
});
const work = fc.array(command, { maxLength: 20, size: 'max' });

/** The last profile is in force; a repeat appends nothing; a cold start reads one event, however long the stream is. */
const streamLaw =
  (decider: typeof settingsDecider) =>
  (commands: readonly SettingsCommand[]): void => {
    const run = runCommands(decider, commands);
    repeatsYieldNothing(run);
    const log: SettingsEvent[] = [];
    for (const { command, after, events } of run.steps) {
      log.push(...events);
      same(after.profileHash, command.profileHash, 'another profile is in force');
      ok(coldStart(decider, log, after) <= 1, 'a cold start reads more than one event');
    }
  };

test('the last profile is in force, is appended once, and is all that a cold start reads', (t) => {
  t.notThrows(() => holds(work, streamLaw(settingsDecider), RUNS));
});

const brokenDeciders: Readonly<Record<string, typeof settingsDecider>> = {
  'the first profile stays': folding(settingsDecider, (after, _, before) =>
    before.profileHash === null ? after : before,
  ),
  'every save is appended': seeing(settingsDecider, () => settingsDecider.initial),
  'a profile is no snapshot': { ...settingsDecider, snapshotType: 'SettingsNeverSaved' },
};

for (const [name, broken] of Object.entries(brokenDeciders)) {
  test(`sabotage: the law finds that ${name}`, (t) => {
    t.true(breaks(work, streamLaw(broken), RUNS));
  });
}

const some = { requiredKeys: [] };
const languages = fc.constantFrom('en', 'de', 'ja');
const requested = fc.record(
  {
    bannedTopics: fc.array(fc.constantFrom('war', 'gambling'), { maxLength: 2 }),
    preferredNarrativeTone: fc.constantFrom('documentary', 'experimental'),
    preferredVisualStyle: fc.constantFrom('', 'ink'),
    pacingPreference: fc.integer({ min: 1, max: 5 }),
    subtitlePolicy: fc.record(
      { primaryLanguage: languages, additionalLanguages: fc.array(languages, { maxLength: 4 }) },
      some,
    ),
    modelRouting: fc.record({ riskTolerance: fc.constantFrom('low', 'high') }, some),
  },
  some,
) as fc.Arbitrary<RequestedProfile>;

const check = compile(saveCreativeSettings.body ?? {});

/** The members of a request are kept, the others have their default, and the answer is a request for itself. */
const profileLaw =
  (fill: typeof profileOf) =>
  (request: RequestedProfile): void => {
    const profile = fill(request);
    same(
      { ...profile, ...request, subtitlePolicy: 0, modelRouting: 0 },
      { ...profile, subtitlePolicy: 0, modelRouting: 0 },
    );
    same({ ...profile.subtitlePolicy, ...request.subtitlePolicy }, profile.subtitlePolicy);
    same({ ...profile.modelRouting, ...request.modelRouting }, profile.modelRouting);
    for (const member of Object.keys(DEFAULT_PROFILE)) ok(member in profile, `${member} is absent`);
    for (const member of ['additionalLanguages', 'style']) ok(member in profile.subtitlePolicy, `${member} is absent`);
    same(fill(profile), profile, 'the answer asks for another profile');
    same(check(profile), { ok: true, value: profile }, 'the answer is no request');
  };

test('a profile keeps the members of its request, has a default for the others, and is a request for itself', (t) => {
  t.notThrows(() => holds(requested, profileLaw(profileOf), RUNS));
});

test('sabotage: a profile that takes a part of the policy for the whole is found', (t) => {
  t.true(
    breaks(
      requested,
      profileLaw((request) => ({ ...DEFAULT_PROFILE, ...request }) as never),
      RUNS,
    ),
  );
});
