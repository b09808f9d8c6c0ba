/** Checks the promises against the run. Pure: the same run gives the same list. */
import { limits } from '../../../kernel/limits.ts';
import { debited, type FrameResult, frameResults, type Run, storyboardEntries } from './run.ts';

export type Check = {
  readonly name: string;
  readonly ok: boolean;
  /** The finding, in a line. */
  readonly detail: string;
};

export type Audit = {
  readonly ok: boolean;
  readonly exitCode: number;
  readonly report: Readonly<Record<string, unknown>>;
};

export const checksOf = (run: Run, audit: Audit): readonly Check[] => {
  const frames = frameResults(run);
  return [
    planned(run),
    jobsEnded(run),
    everyFrameAccepted(run, frames),
    certified(run),
    picturesHold(run),
    charged(run),
    priced(run, frames),
    withinQuote(run),
    ...filmed(run),
    nothingHeld(run),
    replayed(run),
    audited(run, audit),
  ];
};

const check = (name: string, ok: boolean, detail: string): Check => ({ name, ok, detail });

const planned = ({ plan, board, planMovedCredits }: Run): Check => {
  const { length } = plan.requirements;
  const ok = length === board.frames.length && plan.blockers.length === 0 && !planMovedCredits;
  const moved = planMovedCredits ? ', and credits moved' : ', no credit moved';
  return check(
    'planning covers every frame and spends nothing',
    ok,
    `${length} of ${board.frames.length} frames${moved}`,
  );
};

/** completed: every frame accepted by the scorer; partially_completed: some were not; failed: none was. */
const jobsEnded = ({ jobs }: Run): Check => {
  const wrong = jobs.filter(({ job, requirements }) => {
    const passed = requirements.filter(({ attempts }) => attempts.at(-1)?.evidence?.verdict === 'pass').length;
    if (passed === requirements.length) return job.status !== 'completed';
    return job.status !== (passed === 0 ? 'failed' : 'partially_completed');
  });
  const states = jobs.map(({ job }) => job.status).join(', ');
  return check('each job ended in the state that its frames say', jobs.length > 0 && wrong.length === 0, states);
};

const everyFrameAccepted = ({ jobs }: Run, frames: readonly FrameResult[]): Check => {
  const accepted = frames.filter(({ status, asset }) => status === 'accepted' && asset !== null).length;
  const attempts = jobs.flatMap(({ requirements }) => requirements).reduce((sum, one) => sum + one.attempts.length, 0);
  return check(
    'every frame is accepted',
    frames.length > 0 && accepted === frames.length,
    `${accepted} of ${frames.length}, in ${attempts} attempts`,
  );
};

/** Every part of the plan, and its certificate names the very pictures that are shown. */
const certified = ({ plan, sequences }: Run): Check => {
  const good = sequences.filter(({ lifecycle, certificate, frames }) => {
    if (lifecycle !== 'certified' || certificate?.frames.length !== frames.length) return false;
    const hashes = new Map(certificate.frames.map(({ requirementId, assetHash }) => [requirementId, assetHash]));
    return frames.every(({ requirementId, asset }) => asset !== null && hashes.get(requirementId) === asset.hash);
  });
  const ok = plan.sequences.length > 0 && good.length === plan.sequences.length;
  return check('every part is certified', ok, `${good.length} of ${plan.sequences.length} certificates`);
};

const picturesHold = ({ pictures, jobs, sequences }: Run): Check => {
  const named = new Set([
    ...jobs
      .flatMap((job) => job.requirements)
      .flatMap(({ attempts }) => attempts.flatMap(({ asset }) => asset?.hash ?? [])),
    ...sequences.flatMap(({ frames }) => frames.flatMap(({ asset }) => asset?.hash ?? [])),
  ]);
  const good = [...named].filter((hash) => pictures.get(hash)?.actualHash === hash);
  return check(
    'every picture has its hash',
    named.size > 0 && good.length === named.size,
    `${good.length} of ${named.size} fetched by their signed URLs`,
  );
};

const charged = ({ jobs, film, entries, credits }: Run): Check => {
  const byFilm = film?.read.job.chargedCredits ?? 0;
  const byJobs = jobs.reduce((sum, { job }) => sum + job.chargedCredits, byFilm);
  const byLedger = debited(entries);
  const granted = entries
    .filter(({ kind }) => kind === 'grant')
    .reduce((sum, { amounts }) => sum + amounts.paid + amounts.bonus, 0);
  const ok = byJobs === byLedger && granted - byLedger === credits.total;
  return check(
    'the jobs charged as much as the ledger took',
    ok,
    `jobs ${byJobs}, debits ${byLedger}, granted ${granted}, left ${credits.total}`,
  );
};

/** A frame costs the attempts of its accepted jobs, and an unaccepted one nothing. */
const priced = (run: Run, frames: readonly FrameResult[]): Check => {
  const byFrame = frames.reduce((sum, frame) => sum + frame.chargedCredits, 0);
  const over = frames.filter(({ requirementId, attempts, chargedCredits }) => {
    const price = run.plan.requirements.find((one) => one.requirementId === requirementId)?.priceCredits ?? 0;
    return chargedCredits > price * attempts.length;
  });
  return check(
    'no frame costs more than its attempts',
    over.length === 0 && byFrame === debited(storyboardEntries(run)),
    over.length === 0 ? `${byFrame} credits, each with its frame` : over.map(({ board }) => board.label).join(', '),
  );
};

const withinQuote = (run: Run): Check => {
  const { creditCeiling, expectedCredits } = run.plan.plan;
  const took = debited(storyboardEntries(run));
  return check(
    'the charge is within the quote',
    took <= creditCeiling,
    `${took}: expected ${expectedCredits}, at most ${creditCeiling}`,
  );
};

/** Paid as a whole, once, for no more than was held; none where the deployment makes no films. */
const filmed = ({ film, entries, board }: Run): readonly Check[] => {
  if (film === null) return [];
  const { file, read } = film;
  const { id, status, chargedCredits, requiredCredits } = read.job;
  const debits = entries.filter(({ jobId, kind }) => jobId === id && kind === 'debit');
  const ok =
    status === 'completed' &&
    file !== null &&
    file.actualHash === file.hash &&
    // At least the usual length of a scene for each frame.
    file.seconds * 1_000 >= board.frames.length * limits.sceneMs &&
    debits.length === 1 &&
    debited(debits) === chargedCredits &&
    chargedCredits <= requiredCredits;
  const detail = `${status}, ${file?.seconds ?? 0} s of ${board.frames.length} frames, ${chargedCredits} credits`;
  return [check('the film has every frame, and is paid once', ok, detail)];
};

const nothingHeld = ({ credits }: Run): Check =>
  check('nothing is held any more', credits.held === 0 && credits.available === credits.total, `held ${credits.held}`);

const replayed = ({ replay }: Run): Check => {
  if (replay === null) return check('the same call again starts nothing', false, 'it was not tried');
  const { before, after } = replay;
  const free = before.total === after.total && before.held === after.held;
  const same = replay.replayed && replay.jobId === replay.firstJobId;
  const detail = `${same ? 'the same job' : 'another answer'}, ${free ? 'no new charge' : 'credits moved'}`;
  return check('the same call again starts nothing', same && free, detail);
};

/** And it counted the same debits: the demo's workspace is the only one that spends. */
const audited = ({ entries }: Run, { ok, exitCode, report }: Audit): Check => {
  const totals = Object.entries(report['totals'] ?? {}).filter((entry): entry is [string, number] =>
    ['events', 'streams', 'documents', 'debited'].includes(entry[0]),
  );
  const agrees = totals.every(([name, total]) => name !== 'debited' || total === debited(entries));
  const told = totals.map(([name, total]) => `${name} ${total}`).join(', ');
  const detail = [ok ? 'nothing found' : `exit code ${exitCode}`, told].filter((part) => part !== '').join(': ');
  return check('the audit of the log finds nothing', ok && exitCode === 0 && agrees, detail);
};
