import { requestDecider } from '../../../commands/request.ts';
import { requestAnswered, requestClaimed, requestReleased } from '../../../events/request.ts';
import { deciderTest } from '../../spec/decider-spec.ts';

const test = deciderTest(requestDecider);

const bodyHash = 'a'.repeat(64);
const now = '2026-01-02T03:04:05.000Z';
const asked = { operation: 'generate', bodyHash, targetId: 'job_1', projectId: 'prj_1' };
const call = { ...asked, claimedAt: now };

const claimed = (n: number, targetId = 'job_1') => requestClaimed({ ...call, targetId, n });
const answered = requestAnswered({ n: 1, status: 202, body: '{"ok":true}', signed: [{ pointer: '/asset', key: 'k' }] });
const released = (n: number) => requestReleased({ n, reason: 'insufficient_credits' });

const claim = { type: 'ClaimRequest', ...asked, now } as const;
const answer = { type: 'AnswerRequest', ...answered.data } as const;
const release = { type: 'ReleaseRequest', ...released(1).data } as const;

test('a free key is claimed, and counts its claims', (given) => {
  given().accepts(claim, claimed(1));
  given(claimed(1), released(1)).accepts({ ...claim, targetId: 'job_2' }, claimed(2, 'job_2'));
  // After a refusal the key is free for any body.
  given(claimed(1), released(1)).accepts(
    { ...claim, bodyHash: 'b'.repeat(64) },
    requestClaimed({ ...call, bodyHash: 'b'.repeat(64), n: 2 }),
  );
});

test('a claim keeps whether its job was there before', (given) => {
  given().accepts({ ...claim, existing: true }, requestClaimed({ ...call, n: 1, existing: true }));
});

test('a taken key stays with its call', (given) => {
  for (const past of [[claimed(1)], [claimed(1), answered]]) {
    given(past).accepts(claim);
    given(past).refuses({ ...claim, targetId: 'job_2' }, 'request_in_progress');
    given(past).refuses({ ...claim, bodyHash: 'b'.repeat(64) }, 'idempotency_key_reused');
  }
});

test('the first answer stays', (given) => {
  given(claimed(1)).accepts(answer, answered);
  given(claimed(1), answered).accepts({ ...answer, status: 200, body: '{}' });
});

test('only the claim in force is answered', (given) => {
  given().refuses(answer, 'claim_lost');
  given(claimed(1), released(1)).refuses(answer, 'claim_lost');
  given(claimed(1), released(1), claimed(2)).refuses(answer, 'claim_lost');
});

test('a refusal frees the key, an answer never does', (given) => {
  given(claimed(1)).accepts(release, released(1));
  given(claimed(1), released(1)).accepts(release);
  given().refuses(release, 'claim_lost');
  given(claimed(1), answered).refuses(release, 'claim_lost');
  given(claimed(1), released(1), claimed(2)).refuses(release, 'claim_lost');
});

test('a key whose call died is free for the same body alone', (given) => {
  const bound = requestReleased({ n: 1, reason: 'abandoned', bodyHash });
  given(claimed(1)).accepts({ ...release, reason: 'abandoned', keepsBody: true }, bound);
  given(claimed(1), bound).accepts({ ...release, keepsBody: true });
  given(claimed(1), bound).accepts(claim, claimed(2));
  given(claimed(1), bound).refuses({ ...claim, bodyHash: 'b'.repeat(64) }, 'idempotency_key_reused');
});

test('an answered state holds the answer', (given, t) => {
  given(claimed(1)).leadsTo(answer, (state) => {
    t.like(state, { status: 'answered', claims: 1, answer: answered.data, claim: { targetId: 'job_1', n: 1 } });
  });
});
