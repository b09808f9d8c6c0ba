import test from 'ava';
import { contentTypeOf, extensionOf } from '../../../src/kernel/content-types.ts';

test('a type and its extension find each other', (t) => {
  for (const type of ['image/png', 'image/jpeg', 'video/mp4', 'audio/wav', 'application/zip']) {
    const extension = extensionOf(type);
    t.regex(extension ?? '', /^[a-z0-9]{2,5}$/, type);
    t.is(contentTypeOf(`ws_1/assets/00.${extension}`), type);
  }
});

test('an artifact has no extension', (t) => {
  t.is(extensionOf('application/json'), '');
  t.is(contentTypeOf('ws_1/artifacts/00ff'), 'application/json');
  t.is(contentTypeOf('ws_1.png/artifacts/00ff'), 'application/json');
});

test('types that can carry script, and unknown ones, have no place', (t) => {
  for (const type of ['text/html', 'image/svg+xml', 'application/xml', 'IMAGE/PNG', '', 'toString', '__proto__']) {
    t.is(extensionOf(type), undefined, type);
  }
  for (const extension of ['html', 'svg', 'js', 'PNG', 'json', '', 'constructor']) {
    t.is(contentTypeOf(`ws_1/assets/00.${extension}`), undefined, extension);
  }
});
