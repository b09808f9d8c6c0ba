import test from 'ava';
import type { Evidence, PhotoSequence, SequenceFrame } from '../../../src/main/demo/record/answers.ts';
import { decide } from '../../../src/main/demo/review.ts';

const evidence = (metrics: Readonly<Record<string, number>>, verdict: 'pass' | 'fail' = 'pass'): Evidence => ({
  metrics,
  thresholds: { brightness: { min: 30, max: 225 }, sharpness: { min: 0.5 } },
  scorer: 's',
  version: '1',
  verdict,
});

const frame = (frameIndex: number, more: Partial<SequenceFrame>): SequenceFrame => ({
  frameIndex,
  requirementId: `req_${frameIndex}`,
  title: null,
  status: 'accepted',
  asset: null,
  evidence: evidence({ brightness: 120, sharpness: 1 }),
  decision: null,
  ...more,
});

const sequence = (frames: SequenceFrame[], lifecycle: PhotoSequence['lifecycle'] = 'generated'): PhotoSequence => ({
  ok: true,
  plan: {} as PhotoSequence['plan'],
  frames,
  lifecycle,
  certificate: null,
});

const none = (): readonly Evidence[] => [];
const words = (decisions: ReturnType<typeof decide>) => decisions.map((one) => `${one.frameIndex} ${one.decision}`);

const waiting = (frameIndex: number) =>
  frame(frameIndex, { status: 'human_review', evidence: evidence({ brightness: 12, sharpness: 1 }, 'fail') });

test('the first frame that waits for a person is sent to repair, the others are accepted', (t) => {
  const frames = [frame(0, {}), waiting(1), waiting(2)];
  t.deepEqual(words(decide(sequence(frames), true, none)), ['0 accept', '1 repair', '2 accept']);
});

test('where none waits, the one with the lowest score is sent', (t) => {
  const weak = frame(1, { evidence: evidence({ brightness: 34, sharpness: 1 }) });
  t.deepEqual(words(decide(sequence([frame(0, {}), weak]), true, none)), ['0 accept', '1 repair']);
});

test('one a run: after that everything with a score is accepted, also against the scorer', (t) => {
  const decisions = decide(sequence([frame(0, {}), waiting(1)]), false, none);
  t.deepEqual(words(decisions), ['0 accept', '1 accept']);
  t.is(decisions[1]?.note, 'Accepted as the scene asks for it, against the scorer: brightness 12 < 30.');
});

test('frames that are accepted, certified, or have nothing to show are left alone', (t) => {
  const decision = {
    decision: 'accept',
    note: 'n',
    approveForTraining: false,
    decidedBy: { id: 'd', name: null },
    decidedAt: '2026-01-02T03:04:05Z',
  } as const;
  const frames = [frame(0, { decision }), frame(1, { status: 'failed', evidence: null })];
  t.deepEqual(decide(sequence(frames), true, none), []);
  t.deepEqual(decide(sequence([frame(0, {})], 'certified'), true, none), []);
});

test('a frame without a score that waits for a person cannot be accepted', (t) => {
  const frames = [frame(0, { status: 'human_review', evidence: null })];
  t.deepEqual(words(decide(sequence(frames), false, none)), ['0 repair']);
});

test('the direction is for every doubt that the scorer had, not for the last alone', (t) => {
  const earlier = () => [evidence({ brightness: 120, sharpness: 0.1 }, 'fail')];
  const [decision] = decide(sequence([waiting(0)]), true, earlier);
  t.deepEqual(decision?.repairPromptAdditions, ['crisp detail, sharp focus', 'brighter key light, well lit']);
  t.is(decision?.note, 'Sent back (technical score 41): crisp detail, sharp focus; brighter key light, well lit.');
});

test('where the scorer had no doubt, it is for what came nearest to its bound', (t) => {
  const weak = frame(0, { evidence: evidence({ brightness: 120, sharpness: 0.51 }) });
  t.deepEqual(decide(sequence([weak]), true, none)[0]?.repairPromptAdditions, ['crisp detail, sharp focus']);
});
