import test from 'ava';
import sharp from 'sharp';
import { makeServiceKey, signerOf } from '../../../src/adapters/system/service-key.ts';
import { embedPacket } from '../../../src/application/proof/embed-packet.ts';
import { type Provenance, signedPacket } from '../../../src/application/proof/signed-packet.ts';
import { publicHash } from '../../../projections/common/views.ts';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import { smallJpeg, smallPng } from '../../support/engines/real-pictures.ts';
import { verify } from '../../../src/verify/verify.js';
import { blinded, file, freeBits, wrongIn } from '../../support/audit/auditor.ts';

const signer = signerOf(makeServiceKey());
const keys = file('keys', { keys: [signer.publicKey] });

const provenanceOf = (bytes: Buffer): Provenance => ({
  picture: publicHash(sha256(bytes)),
  title: 'Dawn & "dusk"',
  engine: 'service_images',
  job: 'job_1',
  project: 'prj_1',
  plan: 'pln_1',
  task: 'frame-0',
  frame: 0,
  attempt: 1,
  certified: { at: '2026-01-01T00:00:00.000Z', revision: 4, hash: 'a'.repeat(64) },
});

const stamped = (bytes: Buffer): Buffer => {
  const found = embedPacket(bytes, signedPacket(signer, provenanceOf(bytes)));
  if (found === undefined) throw new Error('this picture takes no packet');
  return found;
};

const pictures = { png: smallPng, jpeg: smallJpeg };

for (const [type, picture] of Object.entries(pictures)) {
  test(`a ${type} with its packet shows the same pixels to any reader, and proves itself`, async (t) => {
    const bytes = await picture();
    const whole = stamped(bytes);
    t.deepEqual(await sharp(whole).raw().toBuffer(), await sharp(bytes).raw().toBuffer());
    const { xmpAsString = '' } = await sharp(whole).metadata();
    t.regex(xmpAsString, /digitalsourcetype\/algorithmicMedia"/);
    t.regex(xmpAsString, /<rdf:li xml:lang="x-default">Dawn &#38; &#34;dusk&#34;<\/rdf:li>/);
    const { ok, wrong, notes } = await verify([keys, { name: 'picture', bytes: whole }]);
    t.deepEqual({ ok, wrong }, { ok: true, wrong: null });
    t.regex(String(notes), /made by service_images in job_1, and was certified at 2026-01-01/);
    t.deepEqual(stamped(bytes), whole, 'the same picture gets the same bytes');
    t.is(embedPacket(whole, Buffer.from('another')), undefined, 'a second packet is not allowed');
  });

  test(`flip any bit of a ${type} with its packet: it is found, and the file is named`, async (t) => {
    t.deepEqual(await freeBits({ name: 'picture', bytes: stamped(await picture()) }, [keys], { runs: 400 }), []);
  });
}

test('a packet of another picture or another key is found', async (t) => {
  const [png, jpeg] = [await smallPng(), await smallJpeg()];
  const wrongOf = async (bytes: Buffer | undefined) =>
    wrongIn([keys, { name: 'picture', bytes: bytes ?? Buffer.alloc(0) }]);
  t.regex(
    await wrongOf(embedPacket(jpeg, signedPacket(signer, provenanceOf(png)))),
    /the picture that its packet names/,
  );
  const stranger = signerOf(makeServiceKey());
  t.regex(await wrongOf(embedPacket(png, signedPacket(stranger, provenanceOf(png)))), /which no key set has/);
});

test('a picture with credentials of its own, a broken one and one of another type stay as they are', async (t) => {
  const [png, jpeg] = [await smallPng(), await smallJpeg()];
  const packet = Buffer.from('packet');
  const credentials = Buffer.from([0, 0, 0, 0, ...Buffer.from('caBX'), 0, 0, 0, 0]);
  t.is(embedPacket(Buffer.concat([png.subarray(0, 33), credentials, png.subarray(33)]), packet), undefined);
  const segment = Buffer.from([0xff, 0xeb, 0, 4, 0, 0]);
  t.is(embedPacket(Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]), packet), undefined);
  for (const whole of [png, jpeg]) {
    for (let length = 0; length < 60; length += 1) t.is(embedPacket(whole.subarray(0, length), packet), undefined);
  }
  t.is(embedPacket(Buffer.from('GIF89a'), packet), undefined);
  t.is(embedPacket(jpeg, Buffer.alloc(65_533)), undefined, 'a segment of a JPEG has 16 bits of size');
});

test('sabotage: a tool that reads no signature of a packet lets another maker pass', async (t) => {
  const [from, to] = ["kind: 'picture-provenance', value, keys });", "kind: '', value, keys }).catch(() => 0);"];
  const blindly = await blinded(t, from, to);
  const picture = stamped(await smallPng());
  const at = picture.indexOf('pi:engine="service') + 11;
  const signed = picture.subarray(33, picture.length);
  picture.write('another', at);
  // The sum of the chunk is right again.
  const { crc32 } = await import('node:zlib');
  const length = signed.readUInt32BE(0);
  picture.writeUInt32BE(crc32(picture.subarray(37, 41 + length)), 41 + length);
  const files = [keys, { name: 'picture', bytes: picture }];
  t.regex(String((await verify(files)).wrong), /picture: the signature does not hold/);
  t.true((await blindly(files)).ok);
});
