import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { DemoEvent } from '../../../src/main/demo/events.ts';
import { EVIL, type PlayOptions, recordDemo, replayDemo } from '../../support/demo/play-demo.ts';
import type { Answer, Spoil } from '../../support/demo/recorded-service.ts';
import { quickVideo } from '../../support/engines/media-engines.ts';
import { oneOfFile } from '../../support/process/of-file.ts';

const recorded = oneOfFile(test, async (t) => recordDemo(t, [quickVideo()]));

const playDemo = async (t: ExecutionContext, options: PlayOptions) =>
  replayDemo(t, (await recorded()).recording, options);

/** Without the progress of a film, which a quick one may not show. */
const kinds = (events: readonly DemoEvent[]): readonly string[] =>
  [...new Set(events.map(({ kind }) => kind))].filter((kind) => kind !== 'film-progress');

test('a run goes from the screenplay to a certificate, and leaves everything behind', async (t) => {
  const { failed, events, out } = await recorded();
  t.deepEqual(failed, []);
  t.deepEqual(kinds(events), [
    'screenplay',
    'service',
    'workspace',
    'credits',
    'project',
    'quote',
    'job',
    'progress',
    'job-ended',
    'replay',
    'review',
    'certified',
    'film',
    'film-ended',
    'settled',
    'audit',
    'check',
    'written',
    'done',
  ]);
  for (const file of [
    'contact-sheet.png',
    'storyboard.html',
    'statement.txt',
    'statement.json',
    'audit.json',
    'film.mp4',
  ]) {
    t.true(existsSync(join(out, file)), file);
  }
  t.true(existsSync(join(out, 'frames/003.png')));
  // The frame that waits for a person is sent to repair once, and then everything is accepted.
  const reviews = events.flatMap((event) => (event.kind === 'review' ? [`${event.label} ${event.decision}`] : []));
  t.deepEqual(reviews, ['1A accept', '1B accept', '2A repair', '2A accept']);
  // Every check has a broken promise that it finds.
  const names = events.flatMap((event) => (event.kind === 'check' ? [event.check.name] : []));
  t.deepEqual(Object.keys(sabotages).toSorted(), names.toSorted());
});

test('the page shows each frame with its score, attempts and cost, the statement and the audit', async (t) => {
  const page = readFileSync(join((await recorded()).out, 'storyboard.html'), 'utf8');
  for (const text of [
    'Three Frames',
    '3 attempts, 3 credits',
    'charm 0 &lt; 1',
    'every picture has its hash',
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
  t.true((page.match(/<img src="data:image\/jpeg;base64,/g) ?? []).length >= 3);
});

test('words of a screenplay are text on the page, and nothing is loaded from anywhere', async (t) => {
  const page = readFileSync(join((await recorded()).out, 'storyboard.html'), 'utf8');
  t.false(page.includes('<script'));
  t.true(page.includes(EVIL.split('(')[0]?.replaceAll('<', '&lt;').replaceAll('>', '&gt;') ?? ''));
  const foreign = page.match(/(?:src|href)="(?!data:image\/jpeg;base64,|#frame-)[^"]*"/g);
  t.deepEqual(foreign, ['src="film.mp4"']);
  t.regex(page, /Content-Security-Policy" content="default-src 'none'/);
});

test('the statement opens, lists every entry with what it is for, and closes', async (t) => {
  const statement = readFileSync(join((await recorded()).out, 'statement.txt'), 'utf8');
  const subjects = [...statement.matchAll(/^\S+ {2}(\w+) +(.+?) {2}/gm)].map(
    ([, kind, subject]) => `${kind}: ${subject}`,
  );
  const storyboard = ['hold: generate of 3', 'debit: frame 1A', 'debit: frame 1B', 'release: frame 2A'];
  const rest = ['hold: frame 2A', 'debit: frame 2A', 'hold: film', 'debit: film'];
  t.deepEqual(subjects, ['grant: paid', 'grant: bonus', ...storyboard, ...rest]);
  t.regex(statement, /opening balance[^\n]* 0\n/);
  t.regex(statement, /debit {5}frame 1B[^\n]* -3 [^\n]* -3 [^\n]* 3016\n/);
  t.regex(statement, /granted 3020, debited 20, left 3000 \(3000 available\)/);
});

/** Changes the body of one answer, wherever it is given. */
const doctor =
  (what: string, change: (body: never) => unknown): Spoil =>
  (told, answer): Answer =>
    told === what ? { ...answer, body: change(answer.body as never) } : answer;

/** Plays the demo with one answer changed. */
const doctored = (what: string, change: (body: never) => unknown): PlayOptions => ({ spoil: doctor(what, change) });

type AnyJob = { job: Record<string, unknown>; requirements: { attempts: { asset: { hash: string } }[] }[] };
type AnySequence = { frames: { asset: { hash: string } }[]; certificate: { frames: object[] } | null };
type AnyEntries = { entries: { kind: string; amounts: Record<string, number> }[] };
type AnyCredits = { credits: Record<string, number> };
type AnyPlan = { requirements: unknown[]; plan: Record<string, unknown> };

const OTHER = `sha256:${'b'.repeat(64)}`;

test('where no engine makes films there is none, and nothing is missing', async (t) => {
  const { failed, events, out } = await recordDemo(t, [], { auditDebitedMore: -15 });
  t.deepEqual(failed, []);
  t.true(kinds(events).includes('no-film'));
  t.false(existsSync(join(out, 'film.mp4')));
});

/** By check: the broken promises that it must find. */
const sabotages: Readonly<Record<string, Readonly<Record<string, PlayOptions>>>> = {
  'planning covers every frame and spends nothing': {
    'a frame is left out of the plan': doctored('planStoryboardImages', (body: AnyPlan) => ({
      ...body,
      requirements: body.requirements.slice(0, 2),
    })),
  },
  'each job ended in the state that its frames say': {
    'a job says completed although a frame failed': doctored('pollJob', (body: AnyJob) =>
      body.job['status'] === 'running' ? body : { ...body, job: { ...body.job, status: 'completed' } },
    ),
  },
  'every picture has its hash': {
    'a picture is another one than its hash says': doctored('picture', (body: Uint8Array) =>
      Buffer.concat([body, Buffer.from([0])]),
    ),
  },
  'every part is certified': {
    'the certificate names another picture': doctored('getPhotoSequence', (body: AnySequence) => ({
      ...body,
      certificate:
        body.certificate === null
          ? null
          : {
              ...body.certificate,
              frames: body.certificate.frames.map((frame) => ({ ...frame, assetHash: OTHER })),
            },
    })),
  },
  'the jobs charged as much as the ledger took': {
    'a job charges what no debit took': doctored('pollJob', (body: AnyJob) => ({
      ...body,
      job: { ...body.job, chargedCredits: 40 },
    })),
    'the ledger took more than the balance shows': doctored('getCreditSummary', ({ credits }: AnyCredits) => ({
      ok: true,
      credits: { ...credits, total: (credits['total'] ?? 0) + 1, available: (credits['available'] ?? 0) + 1 },
    })),
  },
  'no frame costs more than its attempts': {
    'a frame is charged for attempts that it did not take': doctored(
      'listLedgerEntries',
      ({ entries }: AnyEntries) => ({
        ok: true,
        nextCursor: null,
        entries: entries.map((entry) =>
          entry.kind === 'debit' ? { ...entry, amounts: { ...entry.amounts, paid: -3 } } : entry,
        ),
      }),
    ),
  },
  'the charge is within the quote': {
    'the charge is over the ceiling': doctored('planStoryboardImages', (body: AnyPlan) => ({
      ...body,
      plan: { ...body.plan, creditCeiling: 3 },
    })),
  },
  'the film has every frame, and is paid once': {
    'the film is another one than its hash says': doctored('film', () => Buffer.from('another')),
    'the film is shorter than its frames': doctored('getJob', (body: { result: { assets: object[] } | null }) => ({
      ...body,
      result: body.result && { assets: body.result.assets.map((asset) => ({ ...asset, durationSeconds: 10 })) },
    })),
    'the film is completed, and not there': doctored('getJob', (body: object) => ({
      ...body,
      result: { assets: [] },
    })),
    'the film failed': doctored('getJob', (body: { job: object }) => ({
      ...body,
      job: { ...body.job, status: 'failed' },
      result: null,
    })),
  },
  'the same call again starts nothing': {
    'the second call is no replay': {
      spoil: (what, answer) => (what === 'generateStoryboardImages' ? { ...answer, headers: {} } : answer),
    },
  },
  'every frame is accepted': {
    'a frame is certified that nobody accepted': doctored('getPhotoSequence', (body: AnySequence) => ({
      ...body,
      frames: body.frames.map((frame, index) => (index === 0 ? { ...frame, status: 'pending' } : frame)),
    })),
  },
  'nothing is held any more': {
    'credits are neither held nor available': doctored('getCreditSummary', ({ credits }: AnyCredits) => ({
      ok: true,
      credits: { ...credits, available: (credits['available'] ?? 0) - 1 },
    })),
  },
  'the audit of the log finds nothing': {
    'the audit finds something': { auditOk: false },
    'the log holds debits that no statement shows': { auditDebitedMore: 1 },
  },
};

for (const [check, promises] of Object.entries(sabotages)) {
  for (const [promise, options] of Object.entries(promises)) {
    test(`it is found when ${promise}`, async (t) => {
      const { failed, events } = await playDemo(t, options);
      t.true(failed.includes(check), failed.join(', ') || 'no check failed');
      t.like(events.at(-1), { kind: 'done', failed: failed.length });
    });
  }
}

test('it is found when the second call charges anew', async (t) => {
  let summaries = 0;
  const spoil: Spoil = (what, answer) => {
    if (what !== 'getCreditSummary') return answer;
    summaries += 1;
    const { credits } = answer.body as AnyCredits;
    // The grant, the plan, before the second call, after it.
    const total = (credits['total'] ?? 0) - (summaries === 4 ? 1 : 0);
    return { ...answer, body: { ok: true, credits: { ...credits, total } } };
  };
  t.deepEqual((await playDemo(t, { spoil })).failed, ['the same call again starts nothing']);
});

const endless: Readonly<Record<string, readonly [message: RegExp, spoil: Spoil]>> = {
  'credits stay held for ever': [
    /the release of what was held did not come/,
    doctor('getCreditSummary', ({ credits }: AnyCredits) => ({ ok: true, credits: { ...credits, held: 1 } })),
  ],
  'the certificate never comes': [
    /the certificate of pln_\w+ did not come/,
    doctor('getPhotoSequence', (body: AnySequence) => ({ ...body, lifecycle: 'in_review', certificate: null })),
  ],
  'an answer is not what the contract declares': [
    /planStoryboardImages answered out of contract: .*quoted is not a known member/,
    doctor('planStoryboardImages', (body: AnyPlan) => ({ ...body, quoted: 1 })),
  ],
  'something is refused': [
    /generateStoryboardImages was refused: 402 insufficient_credits: too few/,
    (what, answer) =>
      what === 'generateStoryboardImages'
        ? { ...answer, status: 402, body: { ok: false, code: 'insufficient_credits', message: 'too few' } }
        : answer,
  ],
  'a signed URL answers nothing': [
    /a signed URL answered 404/,
    (what, answer) => (what === 'picture' ? { ...answer, status: 404 } : answer),
  ],
};

for (const [promise, [message, spoil]] of Object.entries(endless)) {
  test(`the run ends when ${promise}`, async (t) => {
    const error = await t.throwsAsync(playDemo(t, { spoil }));
    t.regex(error.message, message);
  });
}

test('reads are retried after a retryable refusal, paid calls only when nothing was spent', async (t) => {
  const refuseOnce = (refused: string, noCreditsSpent: boolean): Spoil => {
    let done = false;
    return (what, answer) => {
      if (what !== refused || done) return answer;
      done = true;
      const body = { ok: false, code: 'read_model_behind', message: 'later', retryable: true, noCreditsSpent };
      return { status: 503, headers: { ...answer.headers, 'retry-after': '1' }, body };
    };
  };
  t.deepEqual((await playDemo(t, { spoil: refuseOnce('listLedgerEntries', false) })).failed, []);
  t.deepEqual((await playDemo(t, { spoil: refuseOnce('reviewPhotoSequence', true) })).failed, []);
  await t.throwsAsync(playDemo(t, { spoil: refuseOnce('repairPhotoSequence', false) }), {
    message: /was refused: 503/,
  });
});
