/**
 * The tokens of reliability.md, section e, J1-J16: what is refused, for which reason, and what is accepted. Every token
 * differs from one that holds in one thing only.
 */
import { constants, sign } from 'node:crypto';
import { limits } from '../../../../src/kernel/limits.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import {
  claimsFor,
  createTestKey,
  headerFor,
  jwksOf,
  signToken,
  signTokenHmac,
  TEST_AUDIENCE,
  TEST_ISSUER,
} from '../../../support/http/issuer.ts';

export const { clock } = createFakeClock();
export const now = Math.floor(clock.now() / 1_000);
export const key = createTestKey('EdDSA');
export const ec = createTestKey('ES256');
export const rsa = createTestKey('RS256');
const attacker = createTestKey('EdDSA');
export const jwks = jwksOf(key, ec, rsa);
export const ageMaxSeconds = 15 * 60;

type Changes = Readonly<Record<string, unknown>>;

const header = (changes: Changes = {}): Changes => ({ ...headerFor(key), ...changes });
export const claims = (changes: Changes = {}): Changes => ({
  ...claimsFor(clock, { sub: 'alice', ttlSeconds: 600 }),
  ...changes,
});
export const good = signToken(key, header(), claims());
const withHeader = (changes: Changes): string => signToken(key, header(changes), claims());
export const withClaims = (changes: Changes): string => signToken(key, header(), claims(changes));
/** Claims as text, for JSON that `JSON.stringify` would not write. */
export const withText = (change: (text: string) => string): string =>
  signToken(key, header(), change(JSON.stringify(claims())));
export const part = (token: string, index: number): string => token.split('.')[index] ?? '';
const flipped = (token: string, index: number, at: number): string =>
  token
    .split('.')
    .map((text, i) => {
      if (i !== index) return text;
      const bytes = Buffer.from(text, 'base64url');
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return bytes.toString('base64url');
    })
    .join('.');

/** The checks that a plain use of jose lacks, with all its options set as ours are. */
export type Sabotage = 'our own checks' | 'algorithms' | 'issuer' | 'audience' | 'maxTokenAge' | 'currentDate' | 'typ';

export type Row = readonly [name: string, token: string, reason: string, sabotage?: Sabotage];

const NOT_ALLOWED = 'ERR_JOSE_ALG_NOT_ALLOWED';
const NO_KEY = 'ERR_JWKS_NO_MATCHING_KEY';
const BAD_SIGNATURE = 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED';
const claim = (name: string): string => `ERR_JWT_CLAIM_VALIDATION_FAILED:${name}`;
const expired = (name: string): string => `ERR_JWT_EXPIRED:${name}`;

const otherAlg = (alg: string, from: typeof rsa): string =>
  signToken(from, { alg, typ: 'at+jwt', kid: from.kid }, claims());

export const rows: readonly Row[] = [
  ['J1 alg none, no signature', `${part(withHeader({ alg: 'none' }), 0)}.${part(good, 1)}.`, 'form'],
  ['J1 alg none, some signature', withHeader({ alg: 'none' }), NOT_ALLOWED],
  ['J1 alg None', withHeader({ alg: 'None' }), NOT_ALLOWED],
  ['J1 alg missing', withHeader({ alg: undefined }), 'ERR_JWS_INVALID'],
  ['J1 alg an array', withHeader({ alg: ['EdDSA'] }), 'ERR_JWS_INVALID'],
  ['J1 alg in lower case', withHeader({ alg: 'eddsa' }), NOT_ALLOWED],

  ['J2 HS256 over the public PEM', hmacWith(rsa.publicKey.export({ type: 'spki', format: 'pem' })), NOT_ALLOWED],
  ['J2 HS256 over the public JWK', hmacWith(JSON.stringify(rsa.publicJwk)), NOT_ALLOWED],
  ['J2 HS256 over nothing', hmacWith(''), NOT_ALLOWED],

  ['J3 RS512, properly signed', rsaSigned('RS512'), NOT_ALLOWED, 'algorithms'],
  ['J3 PS256, properly signed', rsaSigned('PS256'), NOT_ALLOWED, 'algorithms'],
  ['J3 ES384', otherAlg('ES384', ec), NOT_ALLOWED],
  ['J3 RS256 with the kid of an EdDSA key', withHeader({ alg: 'RS256' }), NO_KEY],
  ['J3 EdDSA with the kid of an RSA key', otherAlg('EdDSA', rsa), NO_KEY],

  ['J4 no signature', good.slice(0, good.lastIndexOf('.') + 1), 'form'],
  ['J4 two parts', good.slice(0, good.lastIndexOf('.')), 'form'],
  ['J4 four parts', `${good}.AAAA`, 'form'],
  ['J4 five parts', `${good}.AAAA.AAAA`, 'form'],
  ['J4 padded signature', `${good}==`, 'form'],
  ['J4 standard base64', `${good.slice(0, -2)}+/`, 'form'],
  ['J4 signature with stray last bits', withStrayBits(good), 'form', 'our own checks'],
  ['J4 flipped bit of the signature', flipped(good, 2, 10), BAD_SIGNATURE],
  ['J4 flipped bit of the payload', flipped(good, 1, 30), BAD_SIGNATURE],
  [
    'J4 signature of another token',
    `${good.slice(0, good.lastIndexOf('.'))}.${part(withClaims({ sub: 'b' }), 2)}`,
    BAD_SIGNATURE,
  ],
  ['J4 signature cut short', `${good.slice(0, good.lastIndexOf('.'))}.${part(good, 2).slice(0, 40)}`, BAD_SIGNATURE],
  ['J4 1 MB', withClaims({ pad: 'x'.repeat(1_000_000) }), 'size', 'our own checks'],
  ['J4 one over the cap', tokenOfLength(limits.tokenBytesMax + 1), 'size', 'our own checks'],
  ['J4 nothing', '', 'form'],
  ['J4 dots', '..', 'form'],
  ['J4 JSON', '{"alg":"none"}', 'form'],
  [
    'J4 header no JSON',
    `${Buffer.from('{').toString('base64url')}.${part(good, 1)}.${part(good, 2)}`,
    'ERR_JWS_INVALID',
  ],
  [
    'J4 header null',
    `${Buffer.from('null').toString('base64url')}.${part(good, 1)}.${part(good, 2)}`,
    'ERR_JWS_INVALID',
  ],
  ['J4 payload no JSON', signToken(key, header(), '{'), 'ERR_JWT_INVALID'],
  ['J4 payload an array', signToken(key, header(), '[]'), 'ERR_JWT_INVALID'],
  ['J4 payload null', signToken(key, header(), 'null'), 'ERR_JWT_INVALID'],

  ['J5 newline behind', `${good}\n`, 'form', 'our own checks'],
  ['J5 space behind', `${good} `, 'form'],
  ['J5 newline before', `\n${good}`, 'form'],
  ['J5 newline inside', good.replace('.', '.\n'), 'form'],
  ['J5 NUL behind', `${good}\u0000`, 'form'],

  ['J6 kid unknown', withHeader({ kid: 'unknown' }), NO_KEY],
  ['J6 kid a path', withHeader({ kid: '../../dev/null' }), NO_KEY],
  ['J6 kid SQL', withHeader({ kid: "x' UNION SELECT 'k" }), NO_KEY],
  ['J6 kid __proto__', withHeader({ kid: '__proto__' }), NO_KEY],
  ['J6 kid in other case', withHeader({ kid: key.kid.toUpperCase() }), NO_KEY],
  ['J6 kid a number', withHeader({ kid: 7 }), 'kid'],
  ['J6 kid an object', withHeader({ kid: { toString: key.kid } }), 'kid'],
  ['J6 kid empty', withHeader({ kid: '' }), 'kid'],
  ['J6 kid long', withHeader({ kid: 'k'.repeat(201) }), 'kid'],
  ['J7 kid missing', withHeader({ kid: undefined }), 'kid', 'our own checks'],

  ['J8 jwk of the attacker', signToken(attacker, header({ jwk: attacker.publicJwk }), claims()), BAD_SIGNATURE],
  ['J8 jku of the attacker', signToken(attacker, header({ jku: 'https://evil.test/jwks' }), claims()), BAD_SIGNATURE],
  ['J8 x5u of the attacker', signToken(attacker, header({ x5u: 'https://evil.test/x' }), claims()), BAD_SIGNATURE],
  ['J8 x5c of the attacker', signToken(attacker, header({ x5c: ['MIIB'] }), claims()), BAD_SIGNATURE],
  ['J8 key of the attacker, our kid', signToken(attacker, header(), claims()), BAD_SIGNATURE],

  ['J9 crit unknown', withHeader({ crit: ['x'], x: 1 }), 'ERR_JOSE_NOT_SUPPORTED'],
  ['J9 crit empty', withHeader({ crit: [] }), 'ERR_JWS_INVALID'],
  ['J9 b64 false', withHeader({ crit: ['b64'], b64: false }), 'ERR_JWT_INVALID'],

  ['J10 exp 31 s ago', withClaims({ iat: now - 100, exp: now - 31 }), expired('exp'), 'currentDate'],
  ['J10 exp 30 s ago', withClaims({ iat: now - 100, exp: now - 30 }), expired('exp'), 'currentDate'],
  ['J10 exp a string', withClaims({ exp: String(now + 60) }), claim('exp')],
  ['J10 exp null', withClaims({ exp: null }), claim('exp')],
  ['J10 exp missing', withClaims({ exp: undefined }), claim('exp')],
  ['J11 exp 1e309', withText((text) => text.replace(/"exp":\d+/, '"exp":1e309')), 'exp', 'our own checks'],
  ['J11 exp 2^53', withClaims({ exp: 2 ** 53 }), 'exp', 'our own checks'],
  ['J11 exp with a fraction', withClaims({ exp: now + 0.5 }), 'exp', 'our own checks'],
  ['J11 exp too far from iat', withClaims({ exp: now + ageMaxSeconds + 1 }), 'lifetime', 'our own checks'],

  ['J12 nbf 60 s ahead', withClaims({ nbf: now + 60 }), claim('nbf')],
  ['J12 nbf a string', withClaims({ nbf: '0' }), claim('nbf')],
  ['J12 nbf with a fraction', withClaims({ nbf: now - 0.5 }), 'nbf', 'our own checks'],
  ['J12 iat 60 s ahead', withClaims({ iat: now + 60 }), claim('iat'), 'maxTokenAge'],
  ['J12 iat 16 min old', withClaims({ iat: now - 16 * 60, exp: now - 1 }), expired('iat'), 'maxTokenAge'],
  ['J12 iat missing', withClaims({ iat: undefined }), claim('iat')],
  ['J12 iat a string', withClaims({ iat: String(now) }), claim('iat')],
  ['J12 iat -1e309', withText((text) => text.replace(/"iat":\d+/, '"iat":-1e309')), expired('iat'), 'maxTokenAge'],
  ['J12 iat with a fraction', withClaims({ iat: now - 0.5 }), 'iat', 'our own checks'],

  ['J13 aud missing', withClaims({ aud: undefined }), claim('aud'), 'audience'],
  ['J13 aud another', withClaims({ aud: 'another' }), claim('aud'), 'audience'],
  ['J13 aud a prefix', withClaims({ aud: TEST_AUDIENCE.slice(0, -1) }), claim('aud'), 'audience'],
  ['J13 aud ours and more', withClaims({ aud: `${TEST_AUDIENCE} x` }), claim('aud'), 'audience'],
  ['J13 aud an empty array', withClaims({ aud: [] }), claim('aud'), 'audience'],
  ['J13 aud an object', withClaims({ aud: { [TEST_AUDIENCE]: true } }), claim('aud'), 'audience'],
  ['J13 iss missing', withClaims({ iss: undefined }), claim('iss'), 'issuer'],
  ['J13 iss another', withClaims({ iss: 'https://evil.test/' }), claim('iss'), 'issuer'],
  ['J13 iss without its slash', withClaims({ iss: TEST_ISSUER.slice(0, -1) }), claim('iss'), 'issuer'],
  ['J13 iss an array', withClaims({ iss: [TEST_ISSUER] }), claim('iss'), 'issuer'],

  ['J14 typ JWT', withHeader({ typ: 'JWT' }), 'typ', 'typ'],
  ['J14 typ missing', withHeader({ typ: undefined }), 'typ', 'typ'],
  ['J14 typ of an id token', withHeader({ typ: 'id+jwt' }), 'typ', 'typ'],

  ['J15 sub missing', withClaims({ sub: undefined }), claim('sub')],
  ['J15 sub empty', withClaims({ sub: '' }), 'sub', 'our own checks'],
  ['J15 sub an object', withClaims({ sub: { id: 'alice' } }), 'sub', 'our own checks'],
  ['J15 sub a number', withClaims({ sub: 7 }), 'sub', 'our own checks'],
  ['J15 sub null', withClaims({ sub: null }), 'sub', 'our own checks'],
  ['J15 sub of 201 characters', withClaims({ sub: 'x'.repeat(201) }), 'sub', 'our own checks'],
  [
    'J15 sub without a canonical form',
    withText((text) => text.replace('alice', String.raw`\ud800`)),
    'sub',
    'our own checks',
  ],

  ['scope an array', withClaims({ scope: ['admin'] }), 'scope', 'our own checks'],
  ['workspace_id a number', withClaims({ workspace_id: 7 }), 'workspace_id', 'our own checks'],
  ['workspace_id empty', withClaims({ workspace_id: '' }), 'workspace_id', 'our own checks'],
  ['workspace_id a path', withClaims({ workspace_id: '../ws_2' }), 'workspace_id', 'our own checks'],
  ['workspace_id null', withClaims({ workspace_id: null }), 'workspace_id', 'our own checks'],
  ['spend_cap a text', withClaims({ spend_cap: '5' }), 'spend_cap', 'our own checks'],
  ['spend_cap negative', withClaims({ spend_cap: -1 }), 'spend_cap', 'our own checks'],
  ['spend_cap null', withClaims({ spend_cap: null }), 'spend_cap', 'our own checks'],
];

function rsaSigned(alg: 'RS512' | 'PS256'): string {
  const input = otherAlg(alg, rsa).split('.').slice(0, 2).join('.');
  const pss = { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  const signature =
    alg === 'RS512' ? sign('sha512', Buffer.from(input), rsa.privateKey) : sign('sha256', Buffer.from(input), pss);
  return `${input}.${signature.toString('base64url')}`;
}

function hmacWith(secret: string | Uint8Array): string {
  return signTokenHmac(secret, { alg: 'HS256', typ: 'at+jwt', kid: rsa.kid }, claims());
}

/** An Ed25519 signature fills 86 characters but for four bits: 16 texts decode to the same 64 bytes. */
function withStrayBits(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + (alphabet[alphabet.indexOf(token.at(-1) ?? '') + 1] ?? '');
}

/** A token that holds but for its length: base64url skips lengths, so both parts are padded. */
function tokenOfLength(length: number): string {
  for (let pad = 0; pad < 4; pad += 1) {
    for (let size = Math.floor(((length - 600) * 3) / 4); ; size += 1) {
      const token = signToken(key, header({ x: 'x'.repeat(pad) }), claims({ pad: 'x'.repeat(size) }));
      if (token.length === length) return token;
      if (token.length > length) break;
    }
  }
  throw new Error(`no token of ${length} characters`);
}

export const accepted: readonly (readonly [name: string, token: string])[] = [
  ['J4 exactly at the cap', tokenOfLength(limits.tokenBytesMax)],
  ['J10 exp 29 s ago', withClaims({ iat: now - 100, exp: now - 29 })],
  ['J11 the longest lifetime', withClaims({ exp: now + ageMaxSeconds })],
  ['J12 nbf 29 s ahead', withClaims({ nbf: now + 29 })],
  ['J12 iat 29 s ahead', withClaims({ iat: now + 29 })],
  ['J13 aud an array with ours', withClaims({ aud: ['another', TEST_AUDIENCE] })],
  ['J14 typ in long form', withHeader({ typ: 'application/at+jwt' })],
  ['J14 typ in capitals', withHeader({ typ: 'AT+JWT' })],
  ['J15 sub of one character', withClaims({ sub: 'x' })],
  ['J15 sub of 200 characters', withClaims({ sub: 'x'.repeat(200) })],
  ['J15 sub of any script', withClaims({ sub: 'Ünïcode 用户 🎬' })],
  ['J8 our key, and a jku that nobody follows', withHeader({ jku: 'https://evil.test/jwks' })],
  ['unknown claims', withClaims({ email: 'a@b.test', nested: { deep: [1] } })],
];
