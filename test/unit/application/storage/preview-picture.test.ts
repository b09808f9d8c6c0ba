/** Previews: whose pictures are shown, from which hosts, and that bytes alone tell what is one. */
import test from 'ava';
import type { Caller } from '../../../../src/application/calls/caller.ts';
import { createPreviewPicture } from '../../../../src/application/storage/preview-picture.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Outbound, OutboundRefusal } from '../../../../src/ports/outbound.ts';
import { noUploads } from '../../../support/application/no-uploads.ts';
import { hostsOf } from '../../../support/application/hosts.ts';

const OWN = 'ws_mine';
const caller = { workspaceId: OWN, userKey: 'ann', role: 'owner', correlationId: 'r' } as Caller;
const keyOf = (workspace: string, digit: string, extension = 'png'): string =>
  `${workspace}/assets/${digit.repeat(64)}.${extension}`;
const atOurs = (key: string): string => `http://localhost:8080/api/v1/objects/${key}?expires=1&signature=x`;

const PNG = Buffer.from('\x89PNG\r\n\x1a\n, and its pixels', 'latin1');
const JPEG = Buffer.from('\xff\xd8\xff\xe0 and its pixels', 'latin1');
const WEBP = Buffer.from('RIFF0000WEBP and its pixels');
const GIF = Buffer.from('GIF87a=1;alert(1)');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const PAGE = Buffer.from('<!DOCTYPE html><script>alert(1)</script>');

/** Of a client that stays. */
const HERE = new AbortController().signal;

const stored: Readonly<Record<string, Buffer>> = {
  [keyOf(OWN, 'a')]: PNG,
  [keyOf(OWN, 'b', 'flac')]: Buffer.from('fLaC and its sound'),
  [keyOf(OWN, 'c')]: Buffer.alloc(limits.previewBytesMax + 1, PNG),
  [keyOf('ws_theirs', 'd')]: PNG,
};

/** In chunks of five bytes at first: no chunk tells the kind alone. */
const chunksOf = async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0, end = 5; at < bytes.byteLength; at = end, end += at < 100 ? 5 : 65_536) {
    yield await Promise.resolve(bytes.subarray(at, end));
  }
};

const objects: Parameters<typeof createPreviewPicture>[0]['objects'] = {
  head: async (key) => {
    const bytes = stored[key];
    return Promise.resolve(bytes && { key, size: bytes.byteLength, contentType: 'image/png' });
  },
  read: (key) => chunksOf(stored[key] ?? PAGE),
};

const hosts = () =>
  hostsOf({
    'https://shown.test/a.png': PNG,
    'https://shown.test/b': JPEG,
    'https://shown.test/c.svg': WEBP,
    'https://shown.test/d': GIF,
    'https://shown.test/x.png': SVG,
    'https://shown.test/y.png': PAGE,
    'https://shown.test/empty.png': Buffer.alloc(0),
    'https://shown.test/gone.png': 404,
    'https://other.test/a.png': PNG,
    'https://sub.shown.test/a.png': PNG,
  });

type Show = ReturnType<typeof createPreviewPicture>;
type Deps = Parameters<typeof createPreviewPicture>[0];

const previews = (changes: Partial<Deps> = {}): Show =>
  createPreviewPicture({ objects, uploads: noUploads, outbound: hosts(), previewHosts: ['shown.test'], ...changes });

/** The type and all bytes, or the code. */
const shown = async (show: Show, url: string): Promise<string> => {
  const found = await show(caller, url, HERE);
  if (found.kind === 'refused') return found.code;
  const bytes = Buffer.concat(await Array.fromAsync(found.value.content));
  return `${found.value.contentType} ${bytes.byteLength}`;
};

const EXPECTED: Readonly<Record<string, string>> = {
  [atOurs(keyOf(OWN, 'a'))]: `image/png ${PNG.byteLength}`,
  [`https://objects.example/bucket/${keyOf(OWN, 'a')}`]: `image/png ${PNG.byteLength}`,
  [atOurs(keyOf(OWN, 'b', 'flac'))]: 'not_an_image',
  [atOurs(keyOf(OWN, 'c'))]: 'file_too_large',
  [atOurs(keyOf('ws_theirs', 'd'))]: 'url_not_allowed',
  [atOurs(keyOf(OWN, 'e'))]: 'url_not_allowed',
  'https://shown.test/a.png': `image/png ${PNG.byteLength}`,
  'https://SHOWN.test/b': 'upstream_unavailable',
  'https://shown.test/b': `image/jpeg ${JPEG.byteLength}`,
  'https://shown.test/c.svg': `image/webp ${WEBP.byteLength}`,
  'https://shown.test/d': `image/gif ${GIF.byteLength}`,
  'https://shown.test/x.png': 'not_an_image',
  'https://shown.test/y.png': 'not_an_image',
  'https://shown.test/empty.png': 'not_an_image',
  'https://shown.test/gone.png': 'upstream_unavailable',
  'https://other.test/a.png': 'url_not_allowed',
  'https://sub.shown.test/a.png': 'url_not_allowed',
  'https://shown.test.other.test/a.png': 'url_not_allowed',
  'https://other.test/?https://shown.test/a.png': 'url_not_allowed',
  'http://169.254.169.254/latest/meta-data': 'url_not_allowed',
  'file:///etc/passwd': 'url_not_allowed',
  'data:image/png;base64,AAAA': 'url_not_allowed',
  '': 'url_not_allowed',
};

const wrongIn = async (show: Show): Promise<readonly string[]> => {
  const wrong: string[] = [];
  for (const [url, expected] of Object.entries(EXPECTED)) {
    const found = await shown(show, url);
    if (found !== expected) wrong.push(`${url}: ${found}`);
  }
  return wrong;
};

test('pictures of the workspace and of approved hosts are shown, by their bytes, and nothing else is', async (t) => {
  t.deepEqual(await wrongIn(previews()), []);
});

const sabotages: Readonly<Record<string, () => Show>> = {
  'approves any host': () => previews({ previewHosts: { includes: () => true } as unknown as readonly string[] }),
  'takes every workspace for the caller’s': () => {
    const show = previews();
    return async (one, url, ...rest) =>
      show(one, url.replace('ws_theirs', OWN).replace('d'.repeat(64), 'a'.repeat(64)), ...rest);
  },
  'believes the type that a host claims': () => {
    const show = previews();
    return async (...asked) => {
      const found = await show(...asked);
      const claimed = found.kind === 'refused' && found.code === 'not_an_image';
      return claimed ? { kind: 'ok', value: { contentType: 'image/png', size: null, content: chunksOf(PAGE) } } : found;
    };
  },
  'never looks at a size': () =>
    previews({
      objects: {
        ...objects,
        head: async (key) => {
          const found = await objects.head(key);
          return found && { ...found, size: 1 };
        },
      },
    }),
};

for (const [what, make] of Object.entries(sabotages)) {
  test(`sabotage: a preview that ${what} is found`, async (t) => {
    t.true((await wrongIn(make())).length > 0);
  });
}

test('no host is called that is not approved', async (t) => {
  const outbound = hosts();
  await wrongIn(previews({ outbound }));
  t.true(outbound.called.length > 5);
  t.true(outbound.called.every((url) => URL.parse(url)?.hostname === 'shown.test'));
});

const whys: readonly (readonly [OutboundRefusal, string])[] = [
  ['port_not_allowed', 'url_not_allowed'],
  ['scheme_not_https', 'url_not_allowed'],
  ['address_not_public', 'url_not_allowed'],
  ['answer_too_large', 'file_too_large'],
  ['redirected', 'upstream_unavailable'],
  ['timed_out', 'upstream_unavailable'],
  ['too_many_calls', 'upstream_unavailable'],
];

test('a call that is refused is told by a few codes', async (t) => {
  for (const [why, code] of whys) {
    const outbound = hostsOf({ 'https://shown.test/a.png': why });
    t.is(await shown(previews({ outbound }), 'https://shown.test/a.png'), code, why);
  }
});

test('a lost or damaged picture of the workspace is told, a store that is away is a fault', async (t) => {
  const failing = (code: 'corrupt' | 'not_found' | 'unavailable') =>
    previews({
      objects: {
        ...objects,
        read: () => ({ [Symbol.asyncIterator]: () => ({ next: async () => Promise.reject(new Fault(code, 'x')) }) }),
      },
    });
  const url = atOurs(keyOf(OWN, 'a'));
  t.is(await shown(failing('corrupt'), url), 'content_lost');
  t.is(await shown(failing('not_found'), url), 'url_not_allowed');
  await t.throwsAsync(shown(failing('unavailable'), url), { message: 'x' });
});

test('a call keeps its place until the last byte is read, or its reader leaves', async (t) => {
  let ended = 0;
  const counted: Outbound = {
    call: async (call, read) => hosts().call(call, async (answer) => read(answer).finally(() => (ended += 1))),
  };
  const show = previews({ outbound: counted });
  const turn = async (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  for (const leave of [false, true]) {
    ended = 0;
    const found = await show(caller, 'https://shown.test/a.png', HERE);
    await turn();
    t.is(ended, 0);
    if (found.kind === 'refused') return void t.fail(found.code);
    const reader = found.value.content[Symbol.asyncIterator]();
    if (leave) await reader.return?.();
    else for (let step = await reader.next(); step.done !== true; step = await reader.next());
    await turn();
    t.is(ended, 1);
  }
});

test('a client that has gone ends what is read for it, here and elsewhere', async (t) => {
  const gone = new AbortController();
  const given: (AbortSignal | undefined)[] = [];
  const show = previews({
    objects: {
      ...objects,
      read: (key, signal) => {
        given.push(signal);
        return objects.read(key);
      },
    },
    outbound: {
      call: async (call, read) => {
        given.push(call.signal);
        return hosts().call(call, read);
      },
    },
  });
  for (const url of [atOurs(keyOf(OWN, 'a')), 'https://shown.test/a.png']) await show(caller, url, gone.signal);
  t.deepEqual(given, [gone.signal, gone.signal]);
});
