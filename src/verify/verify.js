/**
 * Checks what auditors got of the service: proofs, pictures and key sets, offline. This one file needs
 * no other: it runs in Node and in browsers, with WebCrypto. It stops at the first thing that is wrong.
 */

const HEX = /^[0-9a-f]{64}$/;
const GENESIS = '0'.repeat(64);
/** Files of proofs begin with it, and no picture does. */
const BRACE = 0x7b;
const KINDS = ['grant', 'expiry', 'hold', 'release', 'debit', 'refund'];

/** The first thing that is wrong, and where. */
class Finding extends Error {}

const fail = (where, problem) => {
  throw new Finding(`${where}: ${problem}`);
};

const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const sha256 = async (bytes) => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

const base64url = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const unbase64url = (where, text) => {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) fail(where, 'this is no base64url');
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  if (base64url(bytes) !== text) fail(where, 'this base64url has bits that no byte uses');
  return bytes;
};

/** RFC 8785: members in the order of their names. */
const canonical = (value) =>
  JSON.stringify(value, (_, part) =>
    part === null || typeof part !== 'object' || Array.isArray(part)
      ? part
      : Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  );

/** A text that is JSON exactly as the service writes it: another spelling of the same value is a change, too. */
const exactly = (where, text) => {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    fail(where, 'this is no JSON');
  }
  if (value === null || typeof value !== 'object') fail(where, 'this is no object');
  if (JSON.stringify(value) !== text) fail(where, 'the text is not as the service writes it');
  return value;
};

const withMembers = (where, value, names) => {
  const found = value === null || typeof value !== 'object' ? 'no object' : Object.keys(value).join();
  if (found !== names.join()) fail(where, `the members are ${found}, and not ${names.join()}`);
  return value;
};

const same = (where, what, found, expected) => {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) fail(where, `${what} is ${one}, and should be ${other}`);
};

/** Detached JWS (RFC 7515, appendix F) with EdDSA over the canonical JSON of a value. */
const checkSignature = async (where, { signature, kind, value, keys }) => {
  if (keys.size === 0) fail(where, 'no key set was given to check the signature with: add the file of jwks.json');
  const [header = '', content, mark = '', ...more] = String(signature).split('.');
  if (content !== '' || more.length > 0) fail(where, 'the signature is no JWS with detached content');
  const said = new TextDecoder().decode(unbase64url(where, header));
  const kid =
    /^\{"alg":"EdDSA","kid":"([\w-]+)","typ":"([\w-]+)"\}$/.exec(said) ??
    fail(where, 'the signature has another header');
  if (kid[2] !== kind) fail(where, `the signature is of the kind ${kid[2]}, and not ${kind}`);
  const key = keys.get(kid[1]) ?? fail(where, `the signature names the key ${kid[1]}, which no key set has`);
  const signed = utf8(`${header}.${base64url(utf8(canonical(value)))}`);
  if (!(await crypto.subtle.verify('Ed25519', key, unbase64url(where, mark), signed)))
    fail(where, 'the signature does not hold');
};

const readKeys = async (where, { keys }, known) => {
  if (!Array.isArray(keys) || keys.length === 0) fail(where, 'the key set has no keys');
  for (const key of keys) {
    withMembers(where, key, ['kty', 'crv', 'x', 'kid', 'alg', 'use']);
    const { kty, crv, x, kid, alg, use } = key;
    same(where, 'the kind of key', [kty, crv, alg, use], ['OKP', 'Ed25519', 'EdDSA', 'sig']);
    const raw = unbase64url(where, String(x));
    const thumbprint = await crypto.subtle.digest('SHA-256', utf8(JSON.stringify({ crv, kty, x })));
    same(where, 'the id of the key', kid, base64url(new Uint8Array(thumbprint)));
    known.set(kid, await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']));
  }
};

const sum = (allocations, bonus) =>
  allocations.reduce(
    (all, { lot, amount }) => all + (bonus === undefined || lot.startsWith('bonus:') === bonus ? amount : 0),
    0,
  );
const inPools = (allocations, sign) => ({ paid: sign * sum(allocations, false), bonus: sign * sum(allocations, true) });
const ofParts = (parts) => parts.reduce((all, { allocations }) => all + sum(allocations), 0);

/** The kind of each entry, and its changes of the balances. */
const CHANGES = {
  CreditsGranted: (data) => ['grant', { ...inPools([data], 1), held: 0 }],
  CreditsExpired: (data) => ['expiry', { ...inPools([data], -1), held: 0 }],
  CreditsHeld: ({ parts }) => ['hold', { paid: 0, bonus: 0, held: ofParts(parts) }],
  HoldReleased: ({ parts }) => ['release', { paid: 0, bonus: 0, held: -ofParts(parts) }],
  LedgerDebited: ({ debited, returned }) => ['debit', { ...inPools(debited, -1), held: -sum(debited) - sum(returned) }],
  LedgerRefunded: ({ allocations }) => ['refund', { ...inPools(allocations, 1), held: 0 }],
};

const plus = (one, other) => ({
  // Adding 0 turns -0 into 0.
  paid: one.paid + other.paid + 0,
  bonus: one.bonus + other.bonus + 0,
  held: one.held + other.held + 0,
});
const NOTHING = { paid: 0, bonus: 0, held: 0 };

/** The hash of a chain up to an event, after an event with the hash `before`. */
const linkHash = async (where, before, { stream, revision, id, type, data, metadata }) => {
  const [, hash, rest] =
    /^\{"\$hash":"([0-9a-f]{64})",(.*)$/s.exec(metadata) ?? fail(where, 'the metadata has no hash');
  const found = await sha256(utf8(`${before}\n${stream}\n${revision}\n${id}\n${type}\n${data}\n${rest}`));
  if (found !== hash) fail(where, `the chain is broken: event ${revision} (${type}) was changed`);
  return hash;
};

/** Of costs in money, exact to this many decimals; a statement has the first currencies by their letters. */
const COST_DECIMALS = 9;
const CURRENCIES_MAX = 8;

const sumOfCosts = (costs) => {
  const sums = {};
  for (const { amount, currency } of costs) {
    const [whole, decimals = ''] = amount.split('.');
    sums[currency] = (sums[currency] ?? 0n) + BigInt(whole + decimals.padEnd(COST_DECIMALS, '0'));
  }
  const text = (parts) => parts.toString().padStart(COST_DECIMALS + 1, '0');
  const pointed = (digits) => `${digits.slice(0, -COST_DECIMALS)}.${digits.slice(-COST_DECIMALS)}`;
  return Object.keys(sums)
    .toSorted()
    .slice(0, CURRENCIES_MAX)
    .map((currency) => ({ amount: pointed(text(sums[currency])).replace(/\.?0+$/, ''), currency }));
};

/** One event of an export: its form, its link in the chain, and the balances that it names. */
const readEvent = async (where, text, ledger) => {
  const event = withMembers(where, exactly(where, text), ['revision', 'id', 'type', 'data', 'metadata']);
  const { revision, id, type, data, metadata } = event;
  same(where, 'the revision', revision, ledger.hashes.length);
  const link = { stream: ledger.stream, revision, id, type, data, metadata };
  ledger.hashes.push(await linkHash(where, ledger.hashes.at(-1) ?? GENESIS, link));
  const said = JSON.parse(data);
  if (CHANGES[type] !== undefined) {
    const [kind, change] = CHANGES[type](said);
    ledger.balances = plus(ledger.balances, change);
    const costs = said.providerCosts ?? [];
    ledger.entries.push({ revision, kind, change, costs, month: String(JSON.parse(metadata).at).slice(0, 7) });
  }
  const { balances } = said;
  if (balances === undefined) return;
  const { paid, bonus, held } = balances;
  same(where, `the balances after event ${revision}`, { paid, bonus, held }, ledger.balances);
};

const streamOf = (workspaceId) => `ledger-${workspaceId}`;

const readExport = async (where, text, keys) => {
  const lines = text.split('\n');
  if (lines.pop() !== '') fail(where, 'the export breaks off within a line');
  const [first = '', ...rest] = lines;
  const head = withMembers(`${where}, line 1`, exactly(`${where}, line 1`, first), [
    'export',
    'version',
    'workspaceId',
    'stream',
  ]);
  same(`${where}, line 1`, 'the kind of export', [head.export, head.version], ['ledger', 1]);
  same(`${where}, line 1`, 'the stream', head.stream, streamOf(head.workspaceId));
  const ledger = {
    where,
    stream: head.stream,
    workspaceId: head.workspaceId,
    hashes: [],
    entries: [],
    balances: NOTHING,
  };
  const last = rest.pop() ?? '';
  for (const [at, line] of rest.entries()) await readEvent(`${where}, line ${at + 2}`, line, ledger);
  const place = `${where}, line ${rest.length + 2}`;
  const { end, signature } = withMembers(place, exactly(place, last), ['end', 'signature']);
  withMembers(place, end, ['workspaceId', 'stream', 'events', 'hash', 'at']);
  const { workspaceId, stream, hashes } = ledger;
  same(place, 'the end', end, {
    workspaceId,
    stream,
    events: hashes.length,
    hash: hashes.at(-1) ?? GENESIS,
    at: end.at,
  });
  await checkSignature(place, { signature, kind: 'ledger-export', value: end, keys });
  return { ...ledger, size: hashes.length, at: end.at };
};

const readStatement = async (where, body, keys) => {
  withMembers(where, body, ['ok', 'statement', 'signature']);
  same(where, 'ok', body.ok, true);
  const { statement, signature } = body;
  await checkSignature(where, { signature, kind: 'ledger-statement', value: statement, keys });
  const closing = statement.totals.reduce((all, total) => plus(all, total), statement.opening);
  same(where, 'the closing balances', statement.closing, closing);
  return { where, ...statement };
};

const compareStatement = ({ where, month, totals, opening, closing, entries, asOf }, ledger) => {
  const counted = ledger.entries.filter(({ revision }) => asOf !== null && revision <= asOf.revision);
  const own = counted.filter((entry) => entry.month === month);
  const added = (some, from = NOTHING) => some.reduce((all, { change }) => plus(all, change), from);
  const before = added(counted.filter((entry) => entry.month < month));
  const sums = KINDS.map((kind) => {
    const some = own.filter((entry) => entry.kind === kind);
    const providerCosts = sumOfCosts(some.flatMap(({ costs }) => costs));
    const told = providerCosts.length === 0 ? {} : { providerCosts };
    return { kind, entries: some.length, ...added(some), ...told };
  });
  same(where, 'the opening balances', opening, before);
  same(where, 'the totals', totals, sums);
  same(where, 'the closing balances', closing, added(own, before));
  same(where, 'the number of entries', entries, own.length);
};

const leafHash = async (text) => sha256(utf8(`\u0000${text}`));
const nodeHash = async (left, right) => sha256(unhex(`01${left}${right}`));

const checkPath = (where, proof) => {
  if (!Array.isArray(proof) || !proof.every((hash) => HEX.test(hash))) fail(where, 'a proof is no list of hashes');
};

/** RFC 9162, section 2.1.3.2. */
const checkInclusion = async (where, { leaf, index, size, proof, root }) => {
  checkPath(where, proof);
  if (!(index < size)) fail(where, 'the event is not within the log of this checkpoint');
  let [at, last, hash] = [index, size - 1, leaf];
  for (const other of proof) {
    if (last === 0) fail(where, 'the proof is too long');
    if (at % 2 === 1 || at === last) {
      hash = await nodeHash(other, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = await nodeHash(hash, other);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  if (last !== 0 || hash !== root) fail(where, 'the proof does not lead from the event to the root of the checkpoint');
};

/** RFC 9162, section 2.1.4.2. */
const checkGrowth = async (where, { size, root, proof }, now) => {
  checkPath(where, proof);
  if (size === now.size && proof.length === 0) return same(where, 'the earlier root', root, now.root);
  const path = Number.isInteger(Math.log2(size)) ? [root, ...proof] : proof;
  let [at, last] = [size - 1, now.size - 1];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  let [older, newer] = [path[0] ?? '', path[0] ?? ''];
  for (const other of path.slice(1)) {
    if (last === 0) fail(where, 'the proof of growth is too long');
    if (at % 2 === 1 || at === last) {
      [older, newer] = [await nodeHash(other, older), await nodeHash(other, newer)];
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else newer = await nodeHash(newer, other);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  if (last !== 0 || older !== root || newer !== now.root)
    fail(where, 'the log of this checkpoint does not begin with the earlier one');
};

const scoredOf = (evidence) =>
  evidence && { scorer: evidence.scorer, version: evidence.version, verdict: evidence.verdict };

/** A frame as the event that certified the plan has it. */
const certifiedFrame = ({ frameIndex, requirementId, assetHash, evidence, decision }) => ({
  frameIndex,
  requirementId,
  assetHash: `sha256:${assetHash}`,
  scored: scoredOf(evidence),
  decidedBy: decision.decidedBy,
  decidedAt: decision.decidedAt,
  noteHash: `sha256:${decision.noteHash}`,
});

/** The stored event leads to the hash that the certificate names, and says what the certificate says. */
const checkCertified = async (where, certificate, told) => {
  const { before, id, type, data, metadata } = withMembers(where, told, ['before', 'id', 'type', 'data', 'metadata']);
  const { stream, revision, hash } = certificate.event;
  const link = { stream, revision, id, type, data, metadata };
  same(where, 'the hash of the event', await linkHash(where, before, link), hash);
  same(where, 'the type of the event', type, 'PlanCertified');
  same(where, 'the stream of the event', stream, `plan-${certificate.planId}`);
  const said = JSON.parse(data);
  same(where, 'the time of the certificate', certificate.certifiedAt, said.certifiedAt);
  same(where, 'the frames', certificate.frames, said.frames.map(certifiedFrame));
};

const readCertificate = async (where, body, keys) => {
  withMembers(where, body, ['ok', 'certificate', 'signature', 'event', 'inLog']);
  same(where, 'ok', body.ok, true);
  const { certificate, signature, event, inLog } = body;
  await checkSignature(where, { signature, kind: 'frame-certificate', value: certificate, keys });
  await checkCertified(where, certificate, event);
  withMembers(where, inLog, ['checkpoint', 'signature', 'index', 'proof']);
  const { checkpoint, index, proof } = inLog;
  await checkSignature(where, { signature: inLog.signature, kind: 'log-checkpoint', value: checkpoint, keys });
  const { stream, revision, position, hash } = certificate.event;
  const leaf = await leafHash(`${position}\n${stream}\n${revision}\n${hash}`);
  await checkInclusion(where, { leaf, index, proof, size: checkpoint.size, root: checkpoint.root });
  const pictures = certificate.frames.map(({ assetHash }) => assetHash);
  return {
    planId: certificate.planId,
    hash,
    event: { stream, revision, hash },
    pictures,
    where,
    checkpoint: { where, ledger: null, consistency: null, ...checkpoint },
  };
};

const PNG = '89504e470d0a1a0a';
const PNG_TEXT = 'iTXtXML:com.adobe.xmp\0\0\0\0\0';
const JPEG_TEXT = 'http://ns.adobe.com/xap/1.0/\0';

const crc32 = (bytes) => {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
};

/** Where the packet of a PNG is: in the chunk after the header, with a sum that holds. */
const packetOfPng = (where, bytes, view, textAt) => {
  const from = 33;
  if (textAt(from + 4, PNG_TEXT.length) !== PNG_TEXT) return undefined;
  const to = from + 12 + view.getUint32(from);
  if (to > bytes.length || crc32(bytes.subarray(from + 4, to - 4)) !== view.getUint32(to - 4))
    fail(where, 'the chunk of the packet is damaged');
  return { from, to, packet: bytes.subarray(from + 4 + PNG_TEXT.length, to - 4) };
};

/** Where the packet of a JPEG is: in a segment before the first scan. */
const packetOfJpeg = (where, bytes, view, textAt) => {
  for (let from = 2; from + 4 <= bytes.length && bytes[from] === 0xff && bytes[from + 1] !== 0xda;) {
    const to = from + 2 + view.getUint16(from + 2);
    if (to > bytes.length) return undefined;
    if (bytes[from + 1] === 0xe1 && textAt(from + 4, JPEG_TEXT.length) === JPEG_TEXT)
      return { from, to, packet: bytes.subarray(from + 4 + JPEG_TEXT.length, to) };
    from = to;
  }
  return undefined;
};

/** The packet of the service in a picture, and the picture without it; undefined for a picture without one. */
const packetIn = (where, bytes) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const textAt = (from, length) => String.fromCharCode(...bytes.subarray(from, from + length));
  const isPng = hex(bytes.subarray(0, 8)) === PNG;
  const found = (isPng ? packetOfPng : packetOfJpeg)(where, bytes, view, textAt);
  const text = found && textOf(where, found.packet);
  if (!text?.includes('xmlns:pi="urn:production-intelligence:provenance#"')) return undefined;
  const rest = new Uint8Array(bytes.length - (found.to - found.from));
  rest.set(bytes.subarray(0, found.from));
  rest.set(bytes.subarray(found.to), found.from);
  return { text, rest };
};

/** A picture that proves itself: its packet names it, and is signed. */
const checkPacket = async (where, { text, rest }, certificates, keys, notes) => {
  const said = (name) => new RegExp(` pi:${name}="([^"]*)"`).exec(text)?.[1];
  const picture = `sha256:${await sha256(rest)}`;
  same(where, 'the picture that its packet names', said('picture'), picture);
  const signature = said('signature') ?? fail(where, 'the packet has no signature');
  const unsigned = text.replace(`pi:signature="${signature}"`, 'pi:signature=""');
  const value = { packet: `sha256:${await sha256(utf8(unsigned))}` };
  await checkSignature(where, { signature, kind: 'picture-provenance', value, keys });
  const certificate = certificates.find(({ planId }) => planId === said('plan'));
  if (certificate !== undefined) {
    if (!certificate.pictures.includes(picture)) fail(where, `${certificate.where} names no picture with ${picture}`);
    const hash = said('certifiedHash');
    if (hash !== undefined) same(where, 'the event that certified it', hash, certificate.hash);
    return;
  }
  const [job, engine, at] = [said('job'), said('engine'), said('certifiedAt')];
  const certified = at === undefined ? 'not certified when it was downloaded' : `certified at ${at}`;
  notes.push(`${where} was made by ${engine} in ${job}, and was ${certified}`);
};

const checkPicture = async (where, bytes, certificates, keys, notes) => {
  const found = packetIn(where, bytes);
  if (found !== undefined) return checkPacket(where, found, certificates, keys, notes);
  const hash = `sha256:${await sha256(bytes)}`;
  if (!certificates.some(({ pictures }) => pictures.includes(hash)))
    fail(where, `this is no file of proofs, and no certificate given names a picture with ${hash}`);
};

const readCheckpoint = async (where, body, keys) => {
  withMembers(where, body, ['ok', 'checkpoint', 'signature', 'ledger', 'consistency']);
  same(where, 'ok', body.ok, true);
  const { checkpoint, signature, ledger, consistency } = body;
  await checkSignature(where, { signature, kind: 'log-checkpoint', value: checkpoint, keys });
  if (ledger !== null) {
    const { stream, revision, position, hash, index, proof } = withMembers(where, ledger, [
      'stream',
      'revision',
      'position',
      'hash',
      'index',
      'proof',
    ]);
    const leaf = await leafHash(`${position}\n${stream}\n${revision}\n${hash}`);
    await checkInclusion(where, { leaf, index, proof, size: checkpoint.size, root: checkpoint.root });
  }
  if (consistency !== null) {
    withMembers(where, consistency, ['size', 'root', 'proof']);
    await checkGrowth(where, consistency, checkpoint);
  }
  return { where, ledger, consistency, ...checkpoint };
};

/** Whether a statement was made of events that an export has. */
const isOf = ({ workspaceId, asOf }, ledger) =>
  ledger.workspaceId === workspaceId && (asOf === null || asOf.revision in ledger.hashes);

/** The events that statements, checkpoints and certificates name. */
const namedEvents = (statements, checkpoints, certificates) => [
  ...statements.flatMap(({ where, workspaceId, asOf }) =>
    asOf === null ? [] : [{ where, stream: streamOf(workspaceId), ...asOf }],
  ),
  ...checkpoints.flatMap(({ where, ledger }) => (ledger === null ? [] : [{ where, ...ledger }])),
  ...certificates.map(({ where, event }) => ({ where, ...event })),
];

/** No two files have different hashes of one event. An export reaches each named event of its ledger. */
const compareEvents = (named, ledgers) => {
  const known = new Map();
  const compare = (where, stream, revision, hash) => {
    const id = `${stream} ${revision}`;
    const other = known.get(id);
    if (other === undefined) known.set(id, { where, hash });
    else if (other.hash !== hash) {
      const what = stream.startsWith('ledger-') ? 'ledger' : 'plan';
      fail(where, `the ${what} was rewritten at or before event ${revision}, which ${other.where} has otherwise`);
    }
  };
  for (const { where, stream, revision, hash } of named) compare(where, stream, revision, hash);
  for (const { where, stream, hashes } of ledgers)
    for (const [revision, hash] of hashes.entries()) compare(where, stream, revision, hash);
  for (const { where, stream, revision } of named) {
    const own = ledgers.filter((ledger) => ledger.stream === stream);
    if (own.length > 0 && !own.some(({ hashes }) => revision in hashes))
      fail(own[0].where, `the export ends before event ${revision}, which ${where} has`);
  }
};

/** Clocks of two processes of a service may differ by so much. */
const CLOCKS_MS = 60_000;

/** A log and a ledger only grow: what was signed later, or under a later epoch, has all events of before. */
const compareLengths = (what, some) => {
  for (const one of some)
    for (const other of some) {
      const isLater = one.epoch > other.epoch || Date.parse(one.at) - Date.parse(other.at) > CLOCKS_MS;
      if (one.stream === other.stream && isLater && one.size < other.size)
        fail(one.where, `the ${what} lost events: it has ${one.size}, and ${other.where} has ${other.size} of before`);
    }
};

const compareCheckpoints = (older, newer, notes) => {
  if (older.size === newer.size && older.root === newer.root) return;
  const link = newer.consistency;
  if (older.size === newer.size || (link?.size === older.size && link.root !== older.root))
    fail(newer.where, `the log was rewritten: it does not lead from ${older.where}`);
  if (link?.size !== older.size)
    notes.push(`${newer.where} was not compared with ${older.where}: ask for one with ?since=${older.size}`);
};

const textOf = (where, bytes) => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fail(where, 'this is no UTF-8 text');
  }
};

/** `files`: of `{ name, bytes }`. The answer has what was checked, or the first thing that is wrong. */
export const verify = async (files) => {
  const [keys, ledgers, statements, checkpoints, certificates, notes] = [new Map(), [], [], [], [], []];
  const texts = files.map(({ name, bytes }) => ({ name, bytes }));
  try {
    const bodies = [];
    for (const { name, bytes } of texts.filter(({ bytes: [first] }) => first === BRACE)) {
      const text = textOf(name, bytes);
      if (text.startsWith('{"export":')) bodies.push({ name, text });
      else bodies.push({ name, body: exactly(name, text) });
    }
    for (const { name, body } of bodies)
      if (body?.keys !== undefined) await readKeys(name, withMembers(name, body, ['keys']), keys);
    for (const { name, text, body } of bodies) {
      if (text !== undefined) ledgers.push(await readExport(name, text, keys));
      else if (body.statement !== undefined) statements.push(await readStatement(name, body, keys));
      else if (body.checkpoint !== undefined) checkpoints.push(await readCheckpoint(name, body, keys));
      else if (body.certificate !== undefined) certificates.push(await readCertificate(name, body, keys));
      else if (body.keys === undefined) fail(name, 'this is no export, statement, checkpoint, certificate or key set');
    }
    for (const { name, bytes } of texts)
      if (bytes[0] !== BRACE) await checkPicture(name, bytes, certificates, keys, notes);
    compareEvents(namedEvents(statements, checkpoints, certificates), ledgers);
    for (const statement of statements)
      for (const ledger of ledgers) if (isOf(statement, ledger)) compareStatement(statement, ledger);
    checkpoints.push(...certificates.map(({ checkpoint }) => checkpoint));
    compareLengths('ledger', ledgers);
    compareLengths('log', checkpoints);
    checkpoints.sort((one, other) => one.size - other.size);
    for (const [at, newer] of checkpoints.entries()) {
      // Only neighbours are told to be compared; a link to any earlier one is checked.
      for (const [before, older] of checkpoints.slice(0, at).entries())
        compareCheckpoints(older, newer, before === at - 1 ? notes : []);
    }
    return { ok: true, checked: texts.map(({ name }) => name), notes, wrong: null };
  } catch (error) {
    // Any error that a changed text led to is a finding.
    const wrong = error instanceof Finding ? error.message : `the files cannot be read: ${error}`;
    return { ok: false, checked: [], notes, wrong };
  }
};

const HELP = `npm run -s verify -- FILE... [--json]
Checks exports, statements and checkpoints of ledgers, and certificates of frames with their pictures, offline. One FILE
is the key set, /.well-known/jwks.json.
Ends with 0 when all is right, with 1 at the first thing that is wrong.
`;

/** The report on files of a disk; one that cannot be read is wrong. */
const verifyFiles = async (names, readFile) => {
  const files = [];
  for (const name of names) {
    try {
      files.push({ name, bytes: await readFile(name) });
    } catch ({ code }) {
      return { ok: false, checked: [], notes: [], wrong: `${name}: this file cannot be read (${code})` };
    }
  }
  return verify(files);
};

/** As a program; in a browser, import `verify`. */
const main = async ({ argv, stdout }) => {
  const { readFile } = await import('node:fs/promises');
  const names = argv.slice(2).filter((name) => !name.startsWith('--'));
  if (names.length === 0 || argv.includes('--help')) {
    stdout.write(HELP);
    return argv.includes('--help') ? 0 : 2;
  }
  const report = await verifyFiles(names, readFile);
  const lines = [report.ok ? `all is right: ${report.checked.join(', ')}` : `wrong: ${report.wrong}`, ...report.notes];
  stdout.write(argv.includes('--json') ? `${JSON.stringify(report)}\n` : `${lines.join('\n')}\n`);
  return report.ok ? 0 : 1;
};

/** Whether Node was started with this file: a link, a name without its ending and any characters in it count, too. */
const isProgram = async (path) => {
  if (path === undefined) return false;
  const [{ createRequire }, { pathToFileURL }] = await Promise.all([import('node:module'), import('node:url')]);
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(path)).href === import.meta.url;
  } catch {
    return false;
  }
};

const program = globalThis.process;
if (await isProgram(program?.argv?.[1])) program.exitCode = await main(program);
