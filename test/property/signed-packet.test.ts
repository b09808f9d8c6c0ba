/** Packets of pictures under titles of any form: one XML document, in which the title is text and nothing else. */
import test from 'ava';
import fc from 'fast-check';
import { match, strictEqual } from 'node:assert/strict';
import { signedPacket } from '../../src/application/proof/signed-packet.ts';
import { anyText } from '../support/property/any-text.ts';
import { breaks, holds } from '../support/property/property.ts';

const signer = { keyId: 'key', sign: () => ({ keyId: 'key', value: 'signature' }) };

const packetOf = (title: string): string =>
  signedPacket(signer, {
    picture: 'sha256:0',
    title,
    engine: 'service_images',
    job: 'job_1',
    project: null,
    plan: null,
    task: 'frame-0',
    frame: 0,
    attempt: 1,
    certified: null,
  }).toString();

const titles = fc.oneof(
  anyText({ maxLength: 20 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    '</rdf:li><script>',
    ']]>',
    '<!ENTITY x SYSTEM "file:///etc/passwd">&x;',
    '" pi:signature="" x="',
    '<?xpacket end="w"?>',
    '\u202Egnp.exe\u0000\uFFFE\uFEFF',
    '$& $1 $`',
  ),
);

/** XML 1.0, section 2.2. */
const ALLOWED = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;
const BEFORE = '<rdf:li xml:lang="x-default">';

const law =
  (write: (title: string) => string) =>
  (title: string): void => {
    const packet = write(title);
    const plain = write('');
    match(packet, ALLOWED);
    const at = plain.indexOf(BEFORE) + BEFORE.length;
    strictEqual(packet.slice(0, at), plain.slice(0, at));
    const end = packet.length - (plain.length - at);
    strictEqual(packet.slice(end), plain.slice(at));
    const text = packet.slice(at, end);
    match(text, /^(?:[^<>&"'\t\n\r]|&#\d+;)*$/u);
    const read = text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    const legible = Array.from(title.toWellFormed(), (one) => (ALLOWED.test(one) ? one : '\uFFFD')).join('');
    strictEqual(read, legible);
  };

test('any title is text of the packet, and changes nothing else of it', (t) => {
  t.notThrows(() => holds(titles, law(packetOf), 2_000));
});

test('sabotage: a packet that takes a title as it comes is found', (t) => {
  const raw = (title: string): string => packetOf('').replace(BEFORE, () => `${BEFORE}${title}`);
  t.true(breaks(titles, law(raw), 2_000));
});
