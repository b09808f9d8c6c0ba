/** Each thing that happens, as lines for people. Pure. */
import type { DemoEvent } from './events.ts';
import type { News } from './progress.ts';
import { reasonOf } from './score.ts';
import type { Style } from './style.ts';

export const linesOf = (event: DemoEvent, style: Style): readonly string[] => {
  switch (event.kind) {
    case 'screenplay':
      return [
        row(style, 'screenplay', `${style('bold', event.title)} (${count(event.scenes, 'scene')}, ${count(event.frames, 'frame')})`),
      ];
    case 'service':
      return [row(style, 'service', `${event.url}, data in ${event.dataFolder}`)];
    case 'workspace':
      return [row(style, 'workspace', event.workspaceId)];
    case 'credits':
      return [row(style, 'credits', `${event.paid} paid, ${event.bonus} bonus`)];
    case 'project':
      return [row(style, 'project', event.projectId)];
    case 'quote':
      return [row(style, 'quote', quoteText(event, style)), row(style, '', style('faint', event.manifestHash))];
    case 'job':
      return ['', row(style, jobName(event.operation), `${event.jobId}, ${count(event.frames, 'frame')}, ${event.heldCredits} credits held`)];
    case 'progress':
      return event.news.map((news) => newsLine(news, style));
    case 'job-ended':
      return [row(style, '', `${statusText(event.status, style)}, ${event.chargedCredits} credits charged so far`)];
    case 'replay':
      return [row(style, 'same again', event.replayed ? `the same job, nothing charged: ${event.jobId}` : style('red', 'not the same answer'))];
    case 'review':
      return event.decision === 'accept' && event.note.startsWith('Score ')
        ? []
        : [row(style, 'review', `${event.label.padEnd(5)} ${style(event.decision === 'repair' ? 'yellow' : 'green', event.decision)}  ${event.note}`)];
    case 'certified':
      return [row(style, 'certified', `${count(event.frames, 'frame')}: ${event.planId}`)];
    case 'settled':
      return ['', row(style, 'settled', settledText(event))];
    case 'audit':
      return [row(style, 'audit', event.ok ? style('green', 'ok') : style('red', 'not ok'))];
    case 'check':
      return [
        `  ${event.check.ok ? style('green', '✓') : style('red', '✗')} ${event.check.name} ${style('faint', `(${event.check.detail})`)}`,
      ];
    case 'written':
      return ['', ...event.files.map((file, index) => row(style, index === 0 ? 'written' : '', `${event.folder}/${file}`))];
  }
};

const LABEL = 11;

const row = (style: Style, label: string, text: string): string => `${style('blue', label.padEnd(LABEL))} ${text}`;

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

const jobName = (operation: string): string => (operation === 'photo_sequence_repair' ? 'repair' : 'generate');

type Event<K extends DemoEvent['kind']> = Extract<DemoEvent, { readonly kind: K }>;

const quoteText = ({ frames, parts, engine, expectedCredits, worstCaseCredits }: Event<'quote'>, style: Style): string =>
  `${count(frames, 'frame')}${parts > 1 ? ` in ${parts} parts` : ''} by ${engine}: ` +
  `${style('bold', `${expectedCredits} credits expected`)}, ${worstCaseCredits} at the very most`;

const settledText = ({ chargedCredits, expectedCredits, worstCaseCredits, availableCredits }: Event<'settled'>): string =>
  `${chargedCredits} credits charged (quoted: ${expectedCredits} expected, ${worstCaseCredits} at most), ${availableCredits} left`;

const statusText = (status: string, style: Style): string =>
  status === 'completed' ? style('green', status) : style('yellow', status);

/** E.g. `5B    try 1   21  fail   brightness 18.2 (min 30): another attempt`. */
const newsLine = (news: News, style: Style): string => {
  const { label, attempt, score, verdict, shortfalls, error, next } = news;
  const score3 = (score === null ? '-' : String(score)).padStart(3);
  const word = style(verdict === 'pass' ? 'green' : 'red', verdict === 'none' ? 'lost' : verdict);
  const why = error ?? reasonOf(shortfalls);
  const then = verdict === 'pass' || next === 'undecided' ? '' : style('yellow', `-> ${next}`);
  return `  ${label.padEnd(6)} try ${attempt}  ${score3}  ${word}  ${[why, then].filter((part) => part !== '').join('  ')}`.trimEnd();
};
