import { settingsDecider } from '../../../commands/settings.ts';
import { settingsSaved } from '../../../events/settings.ts';
import { deciderTest } from '../../spec/decider-spec.ts';

const test = deciderTest(settingsDecider);

const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
const saved = (profileHash: string) => settingsSaved({ profileHash });
const save = (profileHash: string) => ({ type: 'SaveSettings', profileHash }) as const;

test('a profile is saved, and another one replaces it', (given) => {
  given().accepts(save(one), saved(one));
  given(saved(one)).accepts(save(other), saved(other));
  given(saved(one), saved(other)).accepts(save(one), saved(one));
});

test('a caller that names the profile that it replaces replaces no other one', (given) => {
  given().accepts({ ...save(one), replaces: null }, saved(one));
  given(saved(one)).accepts({ ...save(other), replaces: one }, saved(other));
  given(saved(one)).refuses({ ...save(other), replaces: null }, 'moved');
  given(saved(other)).refuses({ ...save('c'.repeat(64)), replaces: one }, 'moved');
  // The same call sent again.
  given(saved(other)).accepts({ ...save(other), replaces: one });
});

test('the profile in force, saved again, changes nothing', (given) => {
  given(saved(one)).accepts(save(one));
  given(saved(one), saved(other)).accepts(save(other));
});
