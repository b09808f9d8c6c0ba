import { stripVTControlCharacters } from 'node:util';
import test from 'ava';
import type { DemoEvent } from '../../../src/main/demo/events.ts';
import { jobDisplay } from '../../../src/main/demo/job-display.ts';
import type { Cell, News, Progress } from '../../../src/main/demo/record/progress.ts';
import { jsonReporter, liveReporter, plainReporter } from '../../../src/main/demo/reporters.ts';
import { colourStyle, plainStyle } from '../../../src/main/demo/style.ts';
import { fitted, textWidth } from '../../../src/main/demo/record/text-width.ts';
import { createScreen } from '../../support/demo/screen.ts';

const cell = (index: number, state: Cell['state'], title = `Frame number ${index} of the story`): Cell => ({
  label: `${index}A`,
  title,
  attempt: state === 'waiting' ? 0 : 1,
  score: state === 'accepted' ? 80 : null,
  state,
});

const progressOf = (cells: readonly Cell[]): Progress => ({
  jobId: 'job_1',
  operation: 'storyboard_image_generate',
  status: 'running',
  done: cells.filter(({ state }) => state === 'accepted').length,
  total: cells.length,
  heldCredits: 6,
  chargedCredits: 2,
  cells,
  told: new Set(),
});

const many = (count: number, accepted: number): Progress =>
  progressOf(Array.from({ length: count }, (_, index) => cell(index + 1, index < accepted ? 'accepted' : 'drawing')));

const news = (label: string, verdict: News['verdict']): News => ({
  label,
  requirementId: 'req_1',
  attempt: 1,
  engine: 'e',
  score: 20,
  verdict,
  shortfalls: [{ metric: 'brightness', value: 18, side: 'min', bound: 30 }],
  error: null,
  next: verdict === 'pass' ? 'accepted' : 'another attempt',
});

const progressEvent = (progress: Progress, told: readonly News[] = []): DemoEvent => ({
  kind: 'progress',
  progress,
  news: told,
});

test('no line of the block is wider than the window, whatever is written in it', (t) => {
  const titles = [
    '家で料理をする家で料理をする家で料理をする家',
    '👩‍🚀🚀'.repeat(20),
    'e\u0301'.repeat(90),
    'plain'.repeat(40),
  ];
  const progress = progressOf(titles.map((title, index) => cell(index + 1, 'accepted', title)));
  for (const columns of [21, 30, 40, 63, 80, 120, 200]) {
    for (const line of jobDisplay(progress, { columns, rows: 24 }, plainStyle)) {
      t.true(textWidth(line) < columns, `${columns}: ${line}`);
    }
  }
});

test('the block is not higher than the window: cells are side by side, and the rest is counted', (t) => {
  for (const [columns, rows] of [
    [80, 24],
    [200, 12],
    [40, 10],
    [80, 8],
  ] as const) {
    const lines = jobDisplay(many(32, 3), { columns, rows }, plainStyle);
    t.true(lines.length < rows, `${columns} x ${rows}: ${lines.length} lines`);
  }
  t.is(jobDisplay(many(32, 3), { columns: 80, rows: 60 }, plainStyle).length, 33);
  t.regex(jobDisplay(many(32, 3), { columns: 40, rows: 10 }, plainStyle).at(-1) ?? '', /29 more lines/);
});

test('a cell shows label, attempt, verdict, score and title', (t) => {
  const [head, ...cells] = jobDisplay(
    progressOf([cell(1, 'accepted'), { ...cell(2, 'drawing'), attempt: 2, score: 31 }, cell(3, 'waiting')]),
    { columns: 60, rows: 24 },
    plainStyle,
  );
  t.regex(head ?? '', /1\/3 done {3}2 credits charged, 6 held$/);
  t.deepEqual(
    cells.map((line) => line.trimEnd()),
    [
      '1A    1 ● accepted  80 Frame number 1 of the story',
      '2A    2 ○ again     31 Frame number 2 of the story',
      '3A    - · waiting      Frame number 3 of the story',
    ],
  );
});

test('colours take no room and change no letter', (t) => {
  const room = { columns: 70, rows: 24 };
  t.deepEqual(
    jobDisplay(many(5, 2), room, colourStyle).map((line) => stripVTControlCharacters(line)),
    jobDisplay(many(5, 2), room, plainStyle),
  );
});

test('on a terminal the block is redrawn in place, and what went wrong scrolls by above it', (t) => {
  const screen = createScreen(90, 12);
  const report = liveReporter(screen.write, colourStyle, () => ({ columns: 90, rows: 12 }));
  report({ kind: 'project', projectId: 'prj_1', name: 'p', frames: 3 });
  report(progressEvent(many(3, 0)));
  report(progressEvent(many(3, 1), [news('2A', 'fail'), news('1A', 'pass')]));
  report(progressEvent(many(3, 3)));
  report({ kind: 'job-ended', jobId: 'job_1', status: 'completed', chargedCredits: 3 });
  const seen = screen.all().filter((line) => line !== '');
  t.deepEqual(
    seen.map((line) => line.slice(0, 24).trimEnd()),
    [
      'project     prj_1',
      '  2A     try 1  technica',
      seen[2]?.slice(0, 24).trimEnd() ?? '',
      '1A    1 ● accepted  80 F',
      '2A    1 ● accepted  80 F',
      '3A    1 ● accepted  80 F',
      '            completed, 3',
    ],
  );
  t.regex(seen[2] ?? '', /3\/3 done/);
});

test('the twin: a block that is higher than the screen would leave its upper lines behind', (t) => {
  const screen = createScreen(60, 6);
  const report = liveReporter(screen.write, plainStyle, () => ({ columns: 60, rows: 60 }));
  for (let accepted = 0; accepted < 3; accepted += 1) report(progressEvent(many(20, accepted)));
  t.true(screen.all().filter((line) => /done/.test(line)).length > 1);
  const right = createScreen(60, 12);
  const honest = liveReporter(right.write, plainStyle, () => ({ columns: 60, rows: 12 }));
  for (let accepted = 0; accepted < 3; accepted += 1) honest(progressEvent(many(20, accepted)));
  t.is(right.all().filter((line) => /done/.test(line)).length, 1);
});

test('elsewhere there are plain lines, without any control character', (t) => {
  let text = '';
  const report = plainReporter((more) => (text += more), plainStyle);
  report(progressEvent(many(3, 1), [news('2A', 'fail'), news('1A', 'pass')]));
  t.is(
    text,
    '  2A     try 1  technical  20  fail  brightness 18 < 30  -> another attempt\n' +
      '  1A     try 1  technical  20  pass  brightness 18 < 30\n',
  );
});

test('under --json each event is one line of JSON', (t) => {
  const lines: string[] = [];
  const report = jsonReporter((line) => lines.push(line));
  report({ kind: 'workspace', workspaceId: 'ws_1', name: 'a\nb' });
  report(progressEvent(many(3, 1), [news('2A', 'fail')]));
  t.true(lines.every((line) => line.endsWith('\n') && !line.slice(0, -1).includes('\n')));
  const [workspace, progress] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  t.deepEqual(workspace, { event: 'workspace', workspaceId: 'ws_1', name: 'a\nb' });
  t.like(progress, { event: 'progress', done: 1, total: 3, heldCredits: 6 });
  t.like((progress?.['news'] as unknown[] | undefined)?.[0], { label: '2A', verdict: 'fail' });
});

test('text is cut or filled to exactly the columns that are asked for', (t) => {
  t.is(fitted('abc', 5), 'abc  ');
  t.is(fitted('abcdef', 4), 'abc…');
  t.is(fitted('家家家', 4), '家… ');
  t.is(fitted('家家', 4), '家家');
  t.is(fitted('', 2), '  ');
  t.is(fitted('abc', 0), '');
  t.is(textWidth('e\u0301👩‍🚀家'), 5);
});
