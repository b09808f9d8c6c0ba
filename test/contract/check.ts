/**
 * A contract is checks on a port by their names. Adapters run all of them; sabotage tests run single ones on doctored
 * adapters to show that they turn red.
 */
import type { ExecutionContext, TestFn } from 'ava';

export type Checks<S> = Readonly<Record<string, (t: ExecutionContext, subject: S) => Promise<void>>>;

export type Closeable = { readonly close: () => Promise<void> };

/** Makes the subject of one check; what it opens is gone when `close` has answered. */
export type Open<S extends Closeable> = (t: ExecutionContext) => Promise<S>;

/** A subject, and all others on the same data that its check asks for: they are closed with it. */
export const withOthers = async <S extends Closeable>(
  openOne: (another: () => Promise<S>) => Promise<S>,
): Promise<S> => {
  const opened: S[] = [];
  const another = async (): Promise<S> => {
    const one = await openOne(another);
    opened.push(one);
    return one;
  };
  const close = async (): Promise<void> => {
    await Promise.all(opened.map(async (one) => one.close()));
  };
  return { ...(await another()), close };
};

/** `test` or `test.serial`. */
type Register = (title: string, run: (t: ExecutionContext) => Promise<void>) => void;

/** Under titles of its own: the contracts of several adapters may share a process. */
export const named =
  (test: Register, adapter: string): Register =>
  (title, run) =>
    test(`${adapter}: ${title}`, run);

/** Registers a test for each check. No check assumes that the store is empty, or that it runs alone. */
export const contract = <S extends Closeable>(test: Register, checks: Checks<S>, open: Open<S>): void => {
  for (const [name, run] of Object.entries(checks)) {
    test(name, async (t) => {
      const subject = await open(t);
      try {
        await run(t, subject);
      } finally {
        await subject.close();
      }
    });
  }
};

/** By the name of a check: subjects that it fails on, each by what is wrong about it. */
type Sabotages<S> = Readonly<Record<string, Readonly<Record<string, (subject: S) => S>>>>;

/**
 * Registers a test for each sabotage: its check fails on the doctored adapter. `honest` opens the undoctored one, on
 * which the same checks must pass. So it is the sabotage that fails them.
 */
export const sabotage = <S extends Closeable>(
  test: TestFn,
  checks: Checks<S>,
  honest: Open<S>,
  sabotages: Sabotages<S>,
): void => {
  for (const [check, doctors] of Object.entries(sabotages)) {
    for (const [by, doctor] of Object.entries(doctors)) {
      test(`"${check}" fails for ${by}`, async (t) => {
        const run = checks[check];
        if (run === undefined) return t.fail(`there is no check "${check}"`);
        const passes = async (open: (subject: S) => S): Promise<boolean> => {
          const subject = await honest(t);
          const attempt = await t.try(async (tt) => run(tt as ExecutionContext, open(subject)));
          attempt.discard();
          await subject.close();
          return attempt.passed;
        };
        t.true(await passes((subject) => subject), 'honest');
        return t.false(await passes(doctor), 'doctored');
      });
    }
  }
};
