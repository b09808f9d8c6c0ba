import test from 'ava';
import sharp from 'sharp';
import type { Evidence, WorkPlan } from '../../../src/main/demo/record/answers.ts';
import { pageOf } from '../../../src/main/demo/page/page.ts';
import type { Run } from '../../../src/main/demo/record/run.ts';
import { statementOf, statementText } from '../../../src/main/demo/record/statement.ts';
import { evidenceOf, polledJob } from '../../support/demo/polled-job.ts';
import { createHastyTimers } from '../../support/kernel/hasty-timers.ts';
import { boardOf } from '../../../src/main/demo/board.ts';

const AT = '2026-01-02T03:04:05.000Z';
const HASH = `sha256:${'a'.repeat(64)}`;
const evil = `<script>alert("1")</script> & '`;

const evidence = (brightness: number): Evidence => ({
  ...evidenceOf(brightness),
  coverage: { drawn: ['kitchen'], left: ['orrery', '<b>'] },
});

const asset = {
  id: 'ast_1',
  url: '/o',
  expiresAt: AT,
  hash: HASH,
  contentType: 'image/png',
  width: 32,
  height: 18,
};

const requirementId = 'req_1';

const job = polledJob(
  [
    {
      requirementId,
      frameIndex: 0,
      title: null,
      status: 'accepted',
      reason: null,
      attempts: [
        { attempt: 1, engine: 'e', seed: 1, status: 'scored', asset: null, evidence: evidence(12), error: null },
        { attempt: 2, engine: 'e', seed: 2, status: 'scored', asset, evidence: evidence(80), error: null },
      ],
    },
  ],
  { status: 'completed', chargedCredits: 2 },
);

const plan = {
  plan: { expectedCredits: 2, creditCeiling: 5, provider: 'e' },
  sequences: [{ planId: 'pln_1', firstFrame: 0, frameCount: 1 }],
  requirements: [{ requirementId, planId: 'pln_1', frameIndex: 0 }],
  blockers: [],
} as unknown as WorkPlan;

const entry = (kind: string, amounts: Readonly<Record<string, number>>, more: object) => ({
  entryId: `ent_${kind}`,
  position: 'p',
  kind,
  amounts,
  balanceAfter: { paid: 8, bonus: 0, held: 0 },
  hash: 'h',
  at: AT,
  actor: 'demo',
  ...more,
});

const runOf = async (title: string): Promise<Run> => ({
  board: await boardOf(
    `Title: ${title}\nAuthor: ${title}\n\nINT. ${title} - DAY\n\n${title}\n\nADA\n${title}\n`,
    createHastyTimers(),
  ),
  workspaceId: 'ws_1',
  projectId: 'prj_1',
  plan,
  planMovedCredits: false,
  jobs: [job],
  sequences: [
    {
      ok: true,
      plan: {} as Run['sequences'][number]['plan'],
      lifecycle: 'certified',
      certificate: { certifiedAt: AT, frames: [] },
      frames: [
        {
          frameIndex: 0,
          requirementId,
          title: null,
          status: 'accepted',
          asset,
          evidence: evidence(80),
          decision: null,
        },
      ],
    },
  ],
  reviews: [{ requirementId, label: '1A', decision: 'repair', note: title, additions: [] }],
  film: null,
  replay: null,
  credits: { paid: 8, bonus: 0, total: 8, held: 0, available: 8 },
  entries: [
    entry('grant', { paid: 10, bonus: 0, held: 0 }, {}),
    entry('hold', { paid: 0, bonus: 0, held: 3 }, { jobId: 'job_1' }),
    entry('debit', { paid: -2, bonus: 0, held: -3 }, { jobId: 'job_1', requirementId }),
  ],
  engine: { id: 'e', kind: 'image', provider: 'e', available: true, limitations: [title] },
  pictures: new Map([
    [
      HASH,
      {
        actualHash: HASH,
        bytes: await sharp({ create: { width: 32, height: 18, channels: 3, background: '#888' } })
          .png()
          .toBuffer(),
      },
    ],
  ]),
});

const audit = { ok: true, exitCode: 0, report: { ok: true, note: evil } };

test('the page shows each frame with its score, attempts and cost, the statement and the audit', async (t) => {
  const page = await pageOf(await runOf('A Story'), [{ name: 'a check', ok: true, detail: 'fine' }], audit);
  for (const text of [
    'A Story',
    '<h3>INT. A Story - DAY</h3>',
    '2 attempts, 2 credits',
    'brightness 12 &lt; 30',
    'a check',
    'closing balance',
    'exit code 0',
    'technical</small> 100',
    'technical fail',
    'not drawn: orrery, &lt;b&gt;',
    'drawn: kitchen',
    'The score is technical',
  ]) {
    t.true(page.includes(text), text);
  }
  t.true((page.match(/<img src="data:image\/jpeg;base64,/g) ?? []).length >= 2);
});

test('words of a screenplay or the service are text, and nothing is loaded from anywhere', async (t) => {
  const page = await pageOf(await runOf(evil), [{ name: evil, ok: false, detail: evil }], audit);
  t.false(page.includes('<script'));
  t.true(page.includes('&lt;script&gt;'));
  t.deepEqual(page.match(/(?:src|href)="(?!data:image\/jpeg;base64,|#frame-)[^"]*"/g), null);
  t.regex(page, /Content-Security-Policy" content="default-src 'none'/);
});

test('the statement opens, lists every entry with what it is for, and closes', async (t) => {
  const statement = statementOf(await runOf('A Story'));
  t.like(statement, { opening: 0, granted: 10, debited: 2 });
  t.deepEqual(
    statement.lines.map(({ kind, subject }) => `${kind}: ${subject}`),
    ['grant: paid', 'hold: generate of 1', 'debit: frame 1A'],
  );
  const text = statementText(statement);
  t.regex(text, /opening balance[^\n]* 0\n/);
  t.regex(text, /debit {5}frame 1A[^\n]* -2 [^\n]* -3 [^\n]* 8\n/);
  t.regex(text, /granted 10, debited 2, left 8 \(8 available\)/);
});
