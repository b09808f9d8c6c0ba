/** Codes that sign the console in: each works once, for minutes, in the process that made it. */
import test from 'ava';
import { createIds } from '../../../src/adapters/system/ids.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { createSignInCodes, type SignInCodes } from '../../../src/main/sign-in-codes.ts';
import { createFakeClock } from '../../support/kernel/fake-clock.ts';

const given = () => {
  const fake = createFakeClock();
  const asked: unknown[] = [];
  const issueToken = async (request: unknown): Promise<string> => {
    asked.push(request);
    return Promise.resolve(`token ${asked.length}`);
  };
  const codes = (): SignInCodes => createSignInCodes({ issueToken }, { clock: fake.clock, ids: createIds() });
  return { ...fake, codes, asked };
};

test('a code gives one token of a working day, and none to a call at the same time or later', async (t) => {
  const { codes, clock, asked } = given();
  const { issue, redeem } = codes();
  const code = issue();
  const [one, two] = await Promise.all([redeem(code), redeem(code)]);
  const expiresAt = Math.floor(clock.now() / 1_000) + limits.signInTokenSeconds;
  t.deepEqual([one, two], [{ token: 'token 1', expiresAt }, undefined]);
  t.is(await redeem(code), undefined);
  t.like(asked, [{ sub: 'alice', scope: 'read plan mutate spend approve admin' }]);
  t.is(asked.length, 1);
});

test('a code works until its time is up', async (t) => {
  const { codes, advance } = given();
  const { issue, redeem } = codes();
  const [early, late] = [issue(), issue()];
  await advance(limits.signInCodeMs - 1);
  t.not(await redeem(early), undefined);
  await advance(1);
  t.is(await redeem(late), undefined);
});

test('a code is long, of its process, and no other text is one', async (t) => {
  const { codes } = given();
  const [here, there] = [codes(), codes()];
  const code = here.issue();
  t.regex(code, /^[\w-]{32}$/);
  t.not(here.issue(), code);
  for (const wrong of ['', code.slice(1), `${code} `, '__proto__']) t.is(await here.redeem(wrong), undefined);
  t.is(await there.redeem(code), undefined);
  t.not(await here.redeem(code), undefined);
});
