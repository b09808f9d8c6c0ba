/** Each thing that happens, as lines for people. Pure. */
import { assertNever } from '../../kernel/faults.ts';
import type { DemoEvent } from './events.ts';
import type { News } from './record/progress.ts';
import { PASSED } from './review.ts';
import { reasonOf } from './record/score.ts';
import type { Style } from './style.ts';

export const linesOf = (event: DemoEvent, style: Style): readonly string[] => {
  const row: Row = (label, text) => `${style('blue', label.padEnd(LABEL))} ${text}`;
  switch (event.kind) {
    case 'progress':
      return event.news.map((news) => newsLine(news, style));
    case 'review':
      return reviewLines(event, style, row);
    case 'audit':
      return [row('audit', event.ok ? style('green', 'ok') : style('red', 'not ok')), ''];
    case 'check': {
      const sign = event.check.ok ? style('green', '✓') : style('red', '✗');
      return [`  ${sign} ${event.check.name} ${style('faint', `(${event.check.detail})`)}`];
    }
    case 'written':
      return ['', row('written', event.folder), ...event.files.map((file) => row('', file))];
    case 'done':
      return ['', row('', doneText(event, style))];
    default:
      return stageLines(event, style, row);
  }
};

type Row = (label: string, text: string) => string;

type Event<K extends DemoEvent['kind']> = Extract<DemoEvent, { readonly kind: K }>;

type Told = 'progress' | 'review' | 'audit' | 'check' | 'written' | 'done';

/** The stages of the work, from the screenplay to the bill. */
const stageLines = (event: Exclude<DemoEvent, { readonly kind: Told }>, style: Style, row: Row): readonly string[] => {
  switch (event.kind) {
    case 'screenplay': {
      const size = `${count(event.scenes, 'scene')}, ${count(event.frames, 'frame')}`;
      return [row('screenplay', `${style('bold', event.title)} (${size})`)];
    }
    case 'service':
      return [row('service', `${event.url}, data in ${event.dataFolder}`)];
    case 'workspace':
      return [row('workspace', event.workspaceId)];
    case 'credits':
      return [row('credits', `${event.paid} paid, ${event.bonus} bonus`)];
    case 'project':
      return [row('project', event.projectId)];
    case 'quote':
      return [row('quote', quoteText(event, style)), row('', style('faint', event.manifestHash))];
    case 'job': {
      const name = event.operation === 'photo_sequence_repair' ? 'repair' : 'generate';
      return ['', row(name, `${event.jobId}, ${count(event.frames, 'frame')}, ${event.heldCredits} credits held`)];
    }
    case 'job-ended': {
      const status = style(event.status === 'completed' ? 'green' : 'yellow', event.status);
      return [row('', `${status}, ${event.chargedCredits} credits charged`)];
    }
    case 'replay':
      return [row('same again', event.replayed ? `${event.jobId}: nothing new` : style('red', 'another answer'))];
    case 'certified':
      return [row('certified', `${event.planId}, ${count(event.frames, 'frame')}`)];
    case 'no-film':
      return [row('film', event.reason)];
    case 'film':
      return ['', row('film', `${event.jobId}, ${event.heldCredits} credits held`)];
    case 'film-progress':
      return [row('', style('faint', `${event.done} of ${event.total} parts`))];
    case 'film-ended': {
      const status = style(event.status === 'completed' ? 'green' : 'red', event.status);
      return [row('', `${status}, ${event.seconds} seconds, ${event.chargedCredits} credits charged`)];
    }
    case 'settled':
      return ['', row('settled', settledText(event))];
    default:
      return assertNever(event);
  }
};

const LABEL = 11;

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

const quoteText = (quote: Event<'quote'>, style: Style): string => {
  const { frames, parts, engine, expectedCredits, worstCaseCredits } = quote;
  const what = `${count(frames, 'frame')}${parts > 1 ? ` in ${parts} parts` : ''} by ${engine}`;
  return `${what}: ${style('bold', `${expectedCredits} credits expected`)}, ${worstCaseCredits} at the very most`;
};

const settledText = (settled: Event<'settled'>): string => {
  const { chargedCredits, expectedCredits, worstCaseCredits, availableCredits } = settled;
  const quoted = `quoted: ${expectedCredits} expected, ${worstCaseCredits} at the very most`;
  return `${chargedCredits} credits charged (${quoted}), ${availableCredits} left`;
};

/** A picture that the scorer had accepted already needs no line. */
const reviewLines = ({ label, decision, note }: Event<'review'>, style: Style, row: Row): readonly string[] => {
  if (decision === 'accept' && note.startsWith(PASSED)) return [];
  return [row('review', `${label.padEnd(5)} ${style(decision === 'repair' ? 'yellow' : 'green', decision)}  ${note}`)];
};

const doneText = ({ checks, failed }: Event<'done'>, style: Style): string =>
  failed === 0
    ? style('green', `All as promised: ${checks} of ${checks} checks hold.`)
    : style('red', `Not as promised: ${failed} of ${checks} checks failed.`);

/** E.g. `  5B    try 1  technical  21  fail   brightness 18.2 < 30  -> another attempt`. */
const newsLine = ({ label, attempt, score, verdict, shortfalls, error, next }: News, style: Style): string => {
  const figure = (score === null ? '-' : String(score)).padStart(3);
  const word = style(verdict === 'pass' ? 'green' : 'red', verdict === 'none' ? 'lost' : verdict);
  const why = error ?? reasonOf(shortfalls);
  const then = verdict === 'pass' || next === 'undecided' ? '' : style('yellow', `-> ${next}`);
  const rest = [why, then].filter((part) => part !== '').join('  ');
  return `  ${label.padEnd(6)} try ${attempt}  technical ${figure}  ${word}  ${rest}`.trimEnd();
};
