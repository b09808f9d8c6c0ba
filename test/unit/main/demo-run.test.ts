import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { DemoEvent } from '../../../src/main/demo/events.ts';
import type { FakeAnswer, Spoil } from '../../support/demo/fake-service.ts';
import { playDemo, type PlayOptions } from '../../support/demo/play-demo.ts';
import { planId } from '../../support/http/http-samples.ts';

const kinds = (events: readonly DemoEvent[]): readonly string[] => [...new Set(events.map(({ kind }) => kind))];

test('a run goes from the screenplay to a certificate, and leaves everything behind', async (t) => {
  const { failed, events, out } = await playDemo(t);
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
  t.regex(readFileSync(join(out, 'statement.txt'), 'utf8'), /granted 3020, debited 19, left 3001/);
  // The frame that waits for a person is sent to repair once, and then everything is accepted.
  const reviews = events.flatMap((event) => (event.kind === 'review' ? [`${event.label} ${event.decision}`] : []));
  t.deepEqual(reviews, ['1A accept', '1B accept', '2A repair', '2A accept']);
  // Every check has a broken promise that it finds.
  const names = events.flatMap((event) => (event.kind === 'check' ? [event.check.name] : []));
  t.deepEqual(Object.keys(sabotages).toSorted(), names.toSorted());
});

/** Changes the body of one answer, wherever it is given. */
const doctor =
  (what: string, change: (body: never) => unknown): Spoil =>
  (told, answer): FakeAnswer =>
    told === what ? { ...answer, body: change(answer.body as never) } : answer;

/** Plays the demo with one answer changed. */
const doctored = (what: string, change: (body: never) => unknown): PlayOptions => ({ spoil: doctor(what, change) });

type AnyJob = { job: Record<string, unknown>; requirements: { attempts: { asset: { hash: string } }[] }[] };
type AnySequence = { frames: { asset: { hash: string } }[]; certificate: { frames: object[] } | null };
type AnyEntries = { entries: { kind: string; amounts: Record<string, number> }[] };
type AnyCredits = { credits: Record<string, number> };
type AnyPlan = { requirements: unknown[]; plan: Record<string, unknown> };

const OTHER = `sha256:${'b'.repeat(64)}`;

const noFilms = (body: { capabilities: object[] }) => ({ ...body, capabilities: [] });

test('where no engine makes films there is none, and nothing is missing', async (t) => {
  const { failed, events, out } = await playDemo(t, { spoil: doctor('GET capabilities', noFilms), auditDebited: 4 });
  t.deepEqual(failed, []);
  t.true(kinds(events).includes('no-film'));
  t.false(existsSync(join(out, 'film.mp4')));
});

/** By check: the broken promises that it must find. */
const sabotages: Readonly<Record<string, Readonly<Record<string, PlayOptions>>>> = {
  'planning covers every frame and spends nothing': {
    'a frame is left out of the plan': doctored('POST plan', (body: AnyPlan) => ({
      ...body,
      requirements: body.requirements.slice(0, 2),
    })),
  },
  'each job ended in the state that its frames say': {
    'a job says completed although a frame failed': doctored('GET job', (body: AnyJob) =>
      body.job['status'] === 'running' ? body : { ...body, job: { ...body.job, status: 'completed' } },
    ),
  },
  'every picture has its hash': {
    'a picture is another one than its hash says': doctored('GET picture', (body: Uint8Array) =>
      Buffer.concat([body, Buffer.from([0])]),
    ),
  },
  'every part is certified': {
    'the certificate names another picture': doctored('GET sequence', (body: AnySequence) => ({
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
    'a job charges what no debit took': doctored('GET job', (body: AnyJob) => ({
      ...body,
      job: { ...body.job, chargedCredits: 4 },
    })),
    'the ledger took more than the balance shows': doctored('GET summary', ({ credits }: AnyCredits) => ({
      ok: true,
      credits: { ...credits, total: (credits['total'] ?? 0) + 1, available: (credits['available'] ?? 0) + 1 },
    })),
  },
  'no frame costs more than its attempts': {
    'a frame is charged for attempts that it did not take': doctored('GET entries', ({ entries }: AnyEntries) => ({
      ok: true,
      nextCursor: null,
      entries: entries.map((entry) =>
        entry.kind === 'debit' ? { ...entry, amounts: { ...entry.amounts, paid: -3 } } : entry,
      ),
    })),
  },
  'the charge is within the quote': {
    'the charge is over the ceiling': doctored('POST plan', (body: AnyPlan) => ({
      ...body,
      plan: { ...body.plan, creditCeiling: 3 },
    })),
  },
  'the film has every frame, and is paid once': {
    'the film is another one than its hash says': doctored('GET film', () => Buffer.from('another')),
    'the film is shorter than its frames': doctored('GET film job', (body: { result: { assets: object[] } }) => ({
      ...body,
      result: { assets: body.result.assets.map((asset) => ({ ...asset, durationSeconds: 10 })) },
    })),
    'the film is completed, and not there': doctored('GET film job', (body: object) => ({
      ...body,
      result: { assets: [] },
    })),
    'the film failed': doctored('GET film job', (body: { job: object }) => ({
      ...body,
      job: { ...body.job, status: 'failed' },
      result: null,
    })),
  },
  'the same call again starts nothing': {
    'the second call is no replay': {
      spoil: (what, answer) => (what === 'POST generate' ? { status: 202, body: answer.body } : answer),
    },
  },
  'every frame is accepted': {
    'a frame is certified that nobody accepted': doctored('GET sequence', (body: AnySequence) => ({
      ...body,
      frames: body.frames.map((frame, index) => (index === 0 ? { ...frame, status: 'pending' } : frame)),
    })),
  },
  'nothing is held any more': {
    'credits are neither held nor available': doctored('GET summary', ({ credits }: AnyCredits) => ({
      ok: true,
      credits: { ...credits, available: (credits['available'] ?? 0) - 1 },
    })),
  },
  'the audit of the log finds nothing': {
    'the audit finds something': { auditOk: false },
    'the log holds debits that no statement shows': { auditDebited: 5 },
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
    if (what !== 'GET summary') return answer;
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
    doctor('GET summary', ({ credits }: AnyCredits) => ({ ok: true, credits: { ...credits, held: 1 } })),
  ],
  'the certificate never comes': [
    new RegExp(`the certificate of ${planId} did not come`),
    doctor('GET sequence', (body: AnySequence) => ({ ...body, lifecycle: 'in_review', certificate: null })),
  ],
  'an answer is not what the contract declares': [
    /planStoryboardImages answered out of contract: .*quoted is not a known member/,
    doctor('POST plan', (body: AnyPlan) => ({ ...body, quoted: 1 })),
  ],
  'something is refused': [
    /generateStoryboardImages was refused: 402 insufficient_credits: too few/,
    (what, answer) =>
      what === 'POST generate'
        ? { status: 402, body: { ok: false, code: 'insufficient_credits', message: 'too few' } }
        : answer,
  ],
  'a signed URL answers nothing': [
    /a signed URL answered 404/,
    (what, answer) => (what === 'GET picture' ? { ...answer, status: 404 } : answer),
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
      return { status: 503, headers: { 'retry-after': '1' }, body };
    };
  };
  t.deepEqual((await playDemo(t, { spoil: refuseOnce('GET entries', false) })).failed, []);
  t.deepEqual((await playDemo(t, { spoil: refuseOnce('POST review', true) })).failed, []);
  await t.throwsAsync(playDemo(t, { spoil: refuseOnce('POST repair', false) }), { message: /was refused: 503/ });
});
