import test from 'ava';
import type { Body } from '../../../../src/application/calls/result.ts';
import { createPresenter } from '../../../../src/http/answers/presenter.ts';
import { createReadPresenter } from '../../../../src/http/answers/read-presenter.ts';
import { BrokenInvariant } from '../../../../src/kernel/faults.ts';
import { fakeObjectStore } from '../../../spec/api-spec.ts';
import { read } from '../../../support/http/fake-application.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

const setUp = () => {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  return { clock, presenter: createPresenter(fakeObjectStore(clock.clock)) };
};

const EXPIRES = '2026-01-01T01:00:00.000Z';
const urlOf = (key: string): string => `/api/v1/objects/${key}?expires=${Date.parse(EXPIRES) / 1_000}`;

test('a key becomes a URL, in any place, and is not shown', (t) => {
  const { presenter } = setUp();
  const body = { a: { $asset: 'ws_1/assets/x.png', width: 1 }, list: [{ $asset: 'ws_1/assets/y.png' }], n: null };
  const { text, expiresAt } = presenter.body(body, 'ws_1');
  t.deepEqual(JSON.parse(text), {
    a: { width: 1, url: urlOf('ws_1/assets/x.png'), expiresAt: EXPIRES },
    list: [{ url: urlOf('ws_1/assets/y.png'), expiresAt: EXPIRES }],
    n: null,
  });
  t.is(expiresAt, EXPIRES);
  t.deepEqual(body.a, { $asset: 'ws_1/assets/x.png', width: 1 }, 'the body itself is as it was');
});

test('a body without pictures is not signed', (t) => {
  t.deepEqual(setUp().presenter.body({ ok: true }, 'ws_1'), { text: '{"ok":true}', expiresAt: null });
});

test('no object of another workspace is ever shown', (t) => {
  const { presenter } = setUp();
  for (const key of ['ws_2/assets/x.png', 'ws_10/assets/x.png', 'x.png', '../ws_1/x.png']) {
    t.throws(() => presenter.body({ $asset: key }, 'ws_1'), { instanceOf: BrokenInvariant }, key);
    const signed = [{ pointer: '', key }];
    t.throws(() => presenter.stored({ body: '{}', signed }, 'ws_1'), { instanceOf: BrokenInvariant }, key);
  }
});

test('a stored answer without pictures is given again byte for byte', (t) => {
  const body = '{"b":1, "a" : 2}';
  t.is(setUp().presenter.stored({ body, signed: [] }, 'ws_1'), body);
});

test('a stored answer gains fresh URLs at its pointers, and changes nowhere else', async (t) => {
  const { presenter, clock } = setUp();
  const answer = {
    body: '{"asset":{"id":"a"},"frames":[{"x/y":{"~":{}}}],"ok":true}',
    signed: [
      { pointer: '', key: 'ws_1/k' },
      { pointer: '/asset', key: 'ws_1/k' },
      { pointer: '/frames/0/x~1y/~0', key: 'ws_1/z' },
    ],
  };
  const first = presenter.stored(answer, 'ws_1');
  t.deepEqual(JSON.parse(first), {
    asset: { id: 'a', url: urlOf('ws_1/k'), expiresAt: EXPIRES },
    frames: [{ 'x/y': { '~': { url: urlOf('ws_1/z'), expiresAt: EXPIRES } } }],
    ok: true,
    url: urlOf('ws_1/k'),
  });
  t.is(presenter.stored(answer, 'ws_1'), first);
  await clock.advance(3_600_000);
  const later = presenter.stored(answer, 'ws_1');
  t.not(later, first);
  const plain = (text: string): string => text.replaceAll(/"(?:url|expiresAt)":"[^"]*"/g, '');
  t.is(plain(later), plain(first));
});

test('a document that has not moved is presented once for each window of URLs', async (t) => {
  const { presenter, clock } = setUp();
  let presentings = 0;
  const counting = {
    ...presenter,
    body: (...given: Parameters<typeof presenter.body>) => {
      presentings += 1;
      return presenter.body(...given);
    },
  };
  const present = createReadPresenter(counting, clock.clock);
  const body = { a: { $asset: 'ws_1/assets/x.png' } };
  const first = present(read(body), 'ws_1', 'job_1');
  t.is(present(read(body), 'ws_1', 'job_1'), first);
  t.is(presentings, 1);
  present(read(body, '8'), 'ws_1', 'job_1');
  present(read(body), 'ws_1', 'job_2');
  t.is(presentings, 3, 'another revision and another document are others');
  await clock.advance(301_000);
  const later = present(read(body), 'ws_1', 'job_1');
  t.is(presentings, 4);
  t.not(later.tag, first.tag, 'whoever holds the old copy must fetch the new URLs');
  present(read(body), 'ws_1', null);
  present(read(body), 'ws_1', null);
  t.is(presentings, 6, 'lists are not kept');
});

test('a document that two versions of the service show differently has two tags, at one position', (t) => {
  const { clock, presenter } = setUp();
  const shown = (body: Body): string => createReadPresenter(presenter, clock.clock)(read(body), 'ws_1', 'job_1').tag;
  t.is(shown({ decision: 'accept' }), shown({ decision: 'accept' }));
  t.not(shown({ decision: 'accept' }), shown({ decision: 'accept', approveForTraining: false }));
});
