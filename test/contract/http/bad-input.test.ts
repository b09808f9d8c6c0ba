/** Rows of bad input by operation: what is refused, with which code, and where it points. */
import test from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import { type ApiRequest, givenApi, thenRefused } from '../../spec/api-spec.ts';
import { film, planId, projectId } from '../../support/http/http-samples.ts';

type Json = Readonly<Record<string, unknown>>;
/** The member put into the good body (undefined removes it), and the pointer of the finding. */
type Row = readonly [patch: Json, pointer: string];

type Family = {
  readonly what: string;
  readonly ask: ApiRequest;
  readonly good: Json;
  readonly status: 422 | 400;
  readonly bad: readonly Row[];
  /** At the bounds, and just as good. */
  readonly fine: readonly Json[];
};

const long = (length: number): string => 'x'.repeat(length);
const many = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item);
const frame = { prompt: 'a harbour' };
const url = 'https://pictures.test/a.png';

const badUrls = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:image/png;base64,AA',
  'ftp://a.test/',
  '/relative.png',
  'https:a.b',
  'https://user:secret@a.test/',
  'https://a.test:99999/',
  'http://2130706433/',
  'https:\\\\a.test',
  'https://a.test/\nb',
  `https://a.test/${long(limits.urlCharsMax)}`,
  '',
];

/** Texts that no store can hold, or that no person writes. */
const badTexts = ['a\0b', '\ud800', 'x\udfff', 'a\u0001b', '\u001b[2J', 'a\u0085b'];

const storyboardRows = (at: string, wrap: (storyboard: Json) => Json): readonly Row[] => [
  [wrap({ continuityMode: 'Chain' }), `${at}/continuityMode`],
  [wrap({ continuityMode: 'master_reference' }), `${at}/referenceImageUrls`],
  [wrap({ continuityMode: 'master_reference', referenceImageUrls: [] }), `${at}/referenceImageUrls`],
  [wrap({ aspectRatio: '4:3' }), `${at}/aspectRatio`],
  [wrap({ engine: 'provider_b' }), `${at}/engine`],
  [wrap({ seed: -1 }), `${at}/seed`],
  [wrap({ seed: limits.seedMax + 1 }), `${at}/seed`],
  [wrap({ seed: 1.5 }), `${at}/seed`],
  [wrap({ seed: '5' }), `${at}/seed`],
  [wrap({ seed: true }), `${at}/seed`],
  [wrap({ seed: null }), `${at}/seed`],
  [wrap({ styleNotes: long(limits.styleNotesCharsMax + 1) }), `${at}/styleNotes`],
  [wrap({ negativePrompt: long(limits.negativePromptCharsMax + 1) }), `${at}/negativePrompt`],
  [wrap({ referenceImageUrls: many(limits.referenceUrlsMax + 1, url) }), `${at}/referenceImageUrls`],
  ...badUrls.map((bad): Row => [wrap({ referenceImageUrls: [url, bad] }), `${at}/referenceImageUrls/1`]),
];

const frameRows = (at: string, wrap: (frame: Json) => Json): readonly Row[] => [
  [wrap({ prompt: undefined }), at],
  [wrap({ prompt: '' }), `${at}/prompt`],
  [wrap({ prompt: long(limits.promptCharsMax + 1) }), `${at}/prompt`],
  ...badTexts.map((bad): Row => [wrap({ prompt: bad }), `${at}/prompt`]),
  [wrap({ title: long(limits.frameTitleCharsMax + 1) }), `${at}/title`],
  ...badTexts.map((bad): Row => [wrap({ title: bad }), `${at}/title`]),
  [wrap({ role: 'middle' }), `${at}/role`],
  [wrap({ sceneId: long(limits.sceneIdCharsMax + 1) }), `${at}/sceneId`],
  [wrap({ status: 'accepted' }), `${at}/status`],
  [wrap({ referenceImageUrls: many(limits.referenceUrlsMax + 1, url) }), `${at}/referenceImageUrls`],
];

const batch = { projectId, prompt: 'a harbour', count: 1 };

const families: readonly Family[] = [
  {
    what: 'projects',
    ask: { method: 'POST', path: '/api/v1/projects' },
    good: { name: 'A film', storyboard: { frames: [frame] } },
    status: 422,
    bad: [
      [{ name: undefined }, ''],
      [{ name: '' }, '/name'],
      [{ name: '   ' }, '/name'],
      [{ name: 'a\nb' }, '/name'],
      [{ name: 'a\u0085b' }, '/name'],
      [{ name: long(limits.nameCharsMax + 1) }, '/name'],
      [{ name: 5 }, '/name'],
      [{ name: null }, '/name'],
      ...badTexts.map((bad): Row => [{ name: bad }, '/name']),
      [{ script: '' }, '/script'],
      [{ script: long(limits.scriptCharsMax + 1) }, '/script'],
      [{ storyboard: {} }, '/storyboard'],
      [{ storyboard: { frames: [] } }, '/storyboard/frames'],
      [{ storyboard: { frames: many(limits.framesMax + 1, frame) } }, '/storyboard/frames'],
      ...storyboardRows('/storyboard', (more) => ({ storyboard: { frames: [frame], ...more } })),
      ...frameRows('/storyboard/frames/1', (more) => ({ storyboard: { frames: [frame, { ...frame, ...more }] } })),
    ],
    fine: [
      { name: long(limits.nameCharsMax), storyboard: undefined },
      { name: '🎬'.repeat(limits.nameCharsMax), storyboard: undefined, script: 'Fade in.\r\n\tA harbour.\n' },
      { storyboard: { frames: many(limits.framesMax, frame) } },
      { storyboard: { frames: [frame], seed: -0 } },
      { storyboard: { frames: [frame], seed: limits.seedMax, referenceImageUrls: many(16, url) } },
    ],
  },
  {
    what: 'a revised storyboard',
    ask: { method: 'PUT', path: `/api/v1/projects/${projectId}/storyboard` },
    good: { frames: [frame] },
    status: 422,
    bad: [
      [{ frames: undefined }, ''],
      ...storyboardRows('', (more) => ({ frames: [frame], ...more })),
      ...frameRows('/frames/0', (more) => ({ frames: [{ ...frame, ...more }] })),
    ],
    fine: [{ continuityMode: 'master_reference', referenceImageUrls: [url] }],
  },
  {
    what: 'image/storyboard-batch',
    ask: { method: 'POST', path: '/api/v1/image/storyboard-batch' },
    good: batch,
    status: 422,
    bad: [
      [{ projectId: undefined }, ''],
      ...['ab', long(121), 'a b', '../', '$ne', ''].map((bad): Row => [{ projectId: bad }, '/projectId']),
      [{ prompt: '' }, '/prompt'],
      [{ prompt: long(limits.promptCharsMax + 1) }, '/prompt'],
      ...[0, 201, 1.5, '1', null, -1, Infinity].map((bad): Row => [{ count: bad }, '/count']),
      [{ count: 2, frames: [frame] }, '/frames'],
      [{ count: 1, frames: [] }, '/frames'],
      [{ confirm: 'yes' }, '/confirm'],
      ...storyboardRows('', (more) => more),
      ...frameRows('/frames/0', (more) => ({ frames: [{ ...frame, ...more }] })),
    ],
    fine: [
      { prompt: '🎬'.repeat(limits.promptCharsMax) },
      { count: 200, frames: many(200, frame) },
      { continuityMode: 'master_reference', referenceImageUrls: [url], confirm: true },
    ],
  },
  {
    what: 'image/generate',
    ask: { method: 'POST', path: '/api/v1/image/generate' },
    good: { prompt: 'a harbour' },
    status: 422,
    bad: [
      [{ prompt: undefined }, ''],
      [{ prompt: '' }, '/prompt'],
      [{ aspect_ratio: '16:10' }, '/aspect_ratio'],
      [{ aspect_ratio: '16:9 ' }, '/aspect_ratio'],
      [{ aspectRatio: '16:9' }, '/aspectRatio'],
      ...[-1, 0.5, '7', limits.seedMax + 1].map((bad): Row => [{ seed: bad }, '/seed']),
    ],
    fine: [{ aspect_ratio: '21:9', confirm: true }, { seed: 0 }, { seed: limits.seedMax }],
  },
  {
    what: 'storyboard-images/generate',
    ask: { method: 'POST', path: `${film}/storyboard-images/generate` },
    good: { expectedExecutionManifestArtifactHash: 'sha256:x' },
    status: 422,
    bad: [
      [{ expectedExecutionManifestArtifactHash: 5 }, '/expectedExecutionManifestArtifactHash'],
      [{ expectedExecutionManifestArtifactHash: long(181) }, '/expectedExecutionManifestArtifactHash'],
      [{ expectedExecutionManifestId: long(181) }, '/expectedExecutionManifestId'],
      [{ expectedPlanArtifactHash: null }, '/expectedPlanArtifactHash'],
      [{ expectedScriptRevisionId: 1 }, '/expectedScriptRevisionId'],
      [{ expectedStoryboardRevisionID: 'x' }, '/expectedStoryboardRevisionID'],
      [{ requirementIds: [] }, '/requirementIds'],
      [{ requirementIds: ['a', 'a'] }, '/requirementIds/1'],
      [{ requirementIds: [''] }, '/requirementIds/0'],
      [{ requirementIds: [long(181)] }, '/requirementIds/0'],
      [{ requirementIds: 'a' }, '/requirementIds'],
    ],
    fine: [{ requirementIds: ['a', 'b'], confirm: true }, { expectedPlanArtifactHash: long(180) }],
  },
  {
    what: 'photo-sequences review',
    ask: { method: 'POST', path: `${film}/photo-sequences/${planId}/review` },
    good: { decisions: [{ frameIndex: 0, decision: 'accept', note: 'good' }] },
    status: 400,
    bad: [
      [{ decisions: undefined }, ''],
      [{ decisions: [] }, '/decisions'],
      [{ decisions: many(33, { frameIndex: 0, decision: 'accept', note: 'x' }) }, '/decisions'],
      ...[-1, 32, 1.5, '0', null].map((bad): Row => [
        { decisions: [{ frameIndex: bad, decision: 'accept', note: 'x' }] },
        '/decisions/0/frameIndex',
      ]),
      [{ decisions: null }, '/decisions'],
      [{ decisions: [{ decision: 'accept', note: 'x' }] }, '/decisions/0'],
      [{ decisions: [{ frameIndex: 0, decision: 'accept' }] }, '/decisions/0'],
      ...(
        [
          ['repairPromptAdditions/0', { repairPromptAdditions: [''] }],
          ['approveForTraining', { approveForTraining: 'yes' }],
          ['other', { other: 1 }],
        ] as const
      ).map(([at, more]): Row => [
        { decisions: [{ frameIndex: 0, decision: 'accept', note: 'x', ...more }] },
        `/decisions/0/${at}`,
      ]),
      [{ decisions: [{ frameIndex: 0, decision: 'Accept', note: 'x' }] }, '/decisions/0/decision'],
      [{ decisions: [{ frameIndex: 0, decision: 'accept', note: '' }] }, '/decisions/0/note'],
      [{ decisions: [{ frameIndex: 0, decision: 'accept', note: long(4_001) }] }, '/decisions/0/note'],
      [
        { decisions: [{ frameIndex: 0, decision: 'repair', note: 'x', repairPromptAdditions: many(51, 'y') }] },
        '/decisions/0/repairPromptAdditions',
      ],
      [
        { decisions: [{ frameIndex: 0, decision: 'repair', note: 'x', repairPromptAdditions: [long(1_001)] }] },
        '/decisions/0/repairPromptAdditions/0',
      ],
      [
        {
          decisions: [
            { frameIndex: 3, decision: 'accept', note: 'x' },
            { frameIndex: 3, decision: 'repair', note: 'x' },
          ],
        },
        '/decisions/1/frameIndex',
      ],
      [{ confirm: true }, '/confirm'],
    ],
    fine: [
      { decisions: Array.from({ length: 32 }, (_, frameIndex) => ({ frameIndex, decision: 'repair', note: 'x' })) },
      { decisions: [{ frameIndex: 31, decision: 'repair', note: long(4_000), approveForTraining: true }] },
    ],
  },
  {
    what: 'workspaces',
    ask: { method: 'POST', path: '/api/v1/workspaces' },
    good: { name: 'Studio' },
    status: 400,
    bad: [
      [{ name: undefined }, ''],
      [{ name: '' }, '/name'],
      [{ name: ' \t ' }, '/name'],
      [{ name: '\u2003' }, '/name'],
      ...['a\rb', 'a\nb', 'a\0', '🎬'.repeat(81), 7, null].map((name): Row => [{ name }, '/name']),
      [{ name: '\u001b[2J' }, '/name'],
      [{ name: long(81) }, '/name'],
      [{ personal: true }, '/personal'],
    ],
    fine: [{ name: long(80) }, { name: '🎬'.repeat(80) }, { name: ' a ' }],
  },
  {
    what: 'grants',
    ask: { method: 'POST', path: `/api/v1/workspaces/ws_${long(26)}/credits/grants` },
    good: { pool: 'paid', amount: 10, note: 'thanks' },
    status: 422,
    bad: [
      [{ pool: 'free' }, '/pool'],
      ...[0, -1, 1.5, '1', limits.grantAmountMax + 1, 2 ** 53].map((bad): Row => [{ amount: bad }, '/amount']),
      [{ expiresAt: '2026-02-30T00:00:00Z' }, '/expiresAt'],
      [{ expiresAt: 'tomorrow' }, '/expiresAt'],
      [{ note: undefined }, ''],
      [{ note: long(limits.grantNoteCharsMax + 1) }, '/note'],
    ],
    fine: [
      { expiresAt: '2027-01-01T00:00:00Z', pool: 'bonus', amount: limits.grantAmountMax },
      { note: long(limits.grantNoteCharsMax) },
      { note: '😀'.repeat(limits.grantNoteCharsMax) },
    ],
  },
];

/** JSON has no infinities: this one is written the way that overflows. */
const written = (body: Json): string =>
  JSON.stringify(body, (_, value: unknown) => (value === Infinity ? 'HUGE' : value)).replaceAll('"HUGE"', '1e400');

for (const { what, ask, good, status, bad, fine } of families) {
  test(`${what}: what does not hold to the schema`, async (t) => {
    const api = await givenApi(t);
    for (const [patch, pointer] of bad) {
      const answer = await api.when({ ...ask, body: written({ ...good, ...patch }) });
      const row = JSON.stringify(patch).slice(0, 200);
      thenRefused(t, answer, status, 'validation_failed', row);
      const [detail, ...others] = answer.body['details'] as readonly { pointer: string; message: string }[];
      t.is(detail?.pointer, pointer, `${row}: ${detail?.message}`);
      t.true((detail?.message ?? '').length > 5);
      t.deepEqual(others, []);
    }
    t.deepEqual(api.application.calls, [], 'the application was asked nothing');
  });

  test(`${what}: values at the bounds`, async (t) => {
    const api = await givenApi(t);
    for (const patch of [{}, ...fine]) {
      const answer = await api.when({ ...ask, body: written({ ...good, ...patch }) });
      t.true(answer.status < 300, `${JSON.stringify(patch).slice(0, 200)}: ${answer.text.slice(0, 300)}`);
    }
  });
}
