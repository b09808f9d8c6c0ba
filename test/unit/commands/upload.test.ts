import { uploadDecider } from '../../../commands/upload.ts';
import {
  uploadAwaited,
  uploadCleared,
  uploadOffered,
  uploadRefused,
  uploadRegistered,
} from '../../../events/upload.ts';
import { deciderTest } from '../../spec/decider-spec.ts';

const test = deciderTest(uploadDecider);

const now = '2026-01-02T03:04:05.000Z';
const asked = {
  workspaceId: 'ws_1',
  category: 'PHOTOS',
  filename: 'quay.png',
  contentType: 'image/png',
  sizeBytes: 5,
  key: 'ws_1/users/u/ast_1.png',
  expiresAt: now,
} as const;
const asset = {
  id: 'ast_1',
  hash: 'a'.repeat(64),
  key: `ws_1/assets/${'a'.repeat(64)}.png`,
  contentType: 'image/png',
  sizeBytes: 5,
};
const offered = uploadOffered(asked);
const registered = uploadRegistered({ category: 'PHOTOS', filename: 'quay.png', asset, registeredAt: now });
const refused = uploadRefused({ code: 'type_differs' });
const offer = { type: 'OfferUpload', offer: asked } as const;
const take = { type: 'ConcludeUpload', outcome: { kind: 'registered', asset, registeredAt: now } } as const;
const drop = { type: 'ConcludeUpload', outcome: { kind: 'refused', code: 'type_differs' } } as const;
const clear = { type: 'ClearUpload' } as const;

test('an upload is offered once, and the first look at its bytes is its outcome', (given) => {
  given().accepts(offer, offered);
  given(offered).accepts({ ...offer, offer: { ...asked, key: 'ws_1/users/u/ast_2.png' } });
  given(offered).accepts(take, registered);
  given(offered).accepts(drop, refused);
  given(offered, registered).accepts(drop);
  given(offered, refused).accepts(take);
});

test('a place that is cleared takes nothing any more, whatever the outcome was', (given) => {
  given(offered).accepts(clear, uploadCleared({}));
  given(offered, registered).accepts(clear, uploadCleared({}));
  given(offered, uploadCleared({})).accepts(clear);
  given(offered, uploadCleared({})).refuses(take, 'upload_over');
  given(offered, registered, uploadCleared({})).accepts(drop);
});

test('an upload without an outcome is awaited once, and takes its bytes meanwhile', (given) => {
  const awaited = uploadAwaited({ until: now });
  const wait = { type: 'AwaitUpload', until: now } as const;
  given(offered).accepts(wait, awaited);
  given(offered, awaited).accepts(wait);
  given(offered, awaited).accepts(take, registered);
  given(offered, awaited).accepts(clear, uploadCleared({}));
  given(offered, registered).accepts(wait);
  given(offered, uploadCleared({})).accepts(wait);
  given().refuses(wait, 'upload_not_offered');
});

test('without an offer there is nothing', (given) => {
  given().refuses(take, 'upload_not_offered');
  given().refuses(clear, 'upload_not_offered');
});
