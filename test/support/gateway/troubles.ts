/** Troubles of a provider, by chance. */
import type { Random } from '../kernel/seeded-random.ts';
import type { Coming, Trouble } from './serve-gateway.ts';

const SUBMITTED_ON_TIME = 0.45;

/** Within its time, and past it: the clock of the test goes on past the deadline before the answer. */
const SLOW: Trouble = { kind: 'late', ms: 4 };
export const TOO_LATE: Trouble = { kind: 'late', ms: 30 };
const STORM: Trouble = { kind: 'says', status: 429, headers: { 'Retry-After': '2' } };

/** A provider whose clock, or whose arithmetic, is off. */
const skewed = (headers: Readonly<Record<string, string>>): Trouble => ({ kind: 'says', status: 429, headers });

const submitTroubles: readonly Trouble[] = [
  { kind: 'reset' },
  { kind: 'done-and-reset' },
  { kind: 'silent' },
  SLOW,
  TOO_LATE,
  { kind: 'torn' },
  { kind: 'short' },
  { kind: 'endless' },
  { kind: 'twice' },
  skewed({ 'Retry-After': '3' }),
  skewed({ 'Retry-After': 'Thu, 01 Jan 1970 00:00:00 GMT', Date: 'nonsense' }),
  skewed({ 'Retry-After': 'Fri, 01 Jan 2100 00:00:00 GMT', Date: 'Fri, 01 Jan 2100 00:00:00 GMT' }),
  skewed({ 'Retry-After': '999999999', Date: 'Sat, 01 Jan 2000 00:00:00 GMT' }),
  skewed({ 'Retry-After': '-5' }),
  { kind: 'says', status: 503, body: 'busy' },
  { kind: 'says', status: 504, done: true },
  { kind: 'says', status: 422 },
  { kind: 'says', status: 500 },
];

const laterTroubles: readonly Trouble[] = [
  SLOW,
  TOO_LATE,
  { kind: 'says', status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>sorry</h1>' },
  { kind: 'reset' },
  { kind: 'silent' },
  { kind: 'torn' },
  { kind: 'short' },
  { kind: 'endless' },
  { kind: 'lies' },
  { kind: 'says', status: 404, body: 'nothing here' },
  { kind: 'says', status: 502 },
];

/** Work that is lost for good, and work that never ends; its provider wishes to be asked in a century. */
const LOST: Trouble = { kind: 'lies' };
const endless = (id: string): Trouble => ({
  kind: 'says',
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ id, state: 'running', pollAfterMs: 3e12 }),
});

/** The fate of each work, which stays the same. */
const fatesOf = (random: Random): ((path: string) => Trouble | undefined) => {
  const fates = new Map<string, Trouble | undefined>();
  return (path) => {
    if (!fates.has(path)) {
      const fate = random.next();
      fates.set(path, fate < 0.06 ? LOST : fate < 0.12 ? endless(path.split('/').at(-1) ?? '') : undefined);
    }
    return fates.get(path);
  };
};

export const troublesOf = (random: Random): ((coming: Coming) => Trouble | undefined) => {
  const fateOf = fatesOf(random.fork('fates'));
  /** Refusals that are left of a storm. */
  let storm = 0;
  return ({ at, path }) => {
    const fate = at === 'poll' ? fateOf(path) : undefined;
    if (fate !== undefined) return fate;
    if (at !== 'submit') return random.chance(0.6) ? undefined : random.oneOf(laterTroubles);
    if (storm === 0 && random.chance(0.05)) storm = random.between(3, 12);
    if (storm > 0) {
      storm -= 1;
      return STORM;
    }
    return random.chance(SUBMITTED_ON_TIME) ? undefined : random.oneOf(submitTroubles);
  };
};
