/** Our signer against the SDK's own. */
import { S3Client } from '@aws-sdk/client-s3';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import test from 'ava';
import fc from 'fast-check';
import { presign, type PresignedRequest, type SigningKeys } from '../../../../src/adapters/object-store-s3/presign.ts';
import { anyText } from '../../../support/property/any-text.ts';

const words = (chars: string, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...chars.split('')), minLength: 1, maxLength });

const someKeys: fc.Arbitrary<SigningKeys> = fc.record({
  region: fc.constantFrom('us-east-1', 'eu-central-1', 'auto'),
  accessKeyId: words("AKIAabc019_-.~!'()* +/=", 30),
  secretAccessKey: anyText({ minLength: 1, maxLength: 60 }),
});

const someRequest: fc.Arbitrary<PresignedRequest> = fc.record({
  method: fc.constantFrom('GET' as const, 'PUT' as const),
  origin: fc.constantFrom('http://127.0.0.1:9000', 'https://s3.example.com', 'https://s3.example.com:8443'),
  path: words('abcxyz019_-', 20).map((word) => `/pi-${word}/ws_1/assets/${word}.png`),
  headers: fc.record(
    {
      'content-type': fc.constantFrom('image/png', 'application/json', ' video/mp4 '),
      'content-length': fc.nat().map(String),
      'if-none-match': fc.constant('*'),
    },
    { requiredKeys: [] },
  ),
  query: fc.record(
    { 'response-content-type': fc.constantFrom('image/png', 'application/json', 'video/mp4') },
    { requiredKeys: [] },
  ),
  from: fc.integer({ min: 946_684_800, max: 4_102_444_800 }),
  lifetime: fc.integer({ min: 1, max: 604_800 }),
});

/** The same by the SDK. Its URL is the query in the order of names; that text is signed. */
const bySdk = async (keys: SigningKeys, request: PresignedRequest): Promise<string> => {
  const { hostname, port, protocol } = new URL(request.origin);
  const { config } = new S3Client({ region: keys.region, credentials: keys });
  const signer = new S3RequestPresigner({ ...config, region: keys.region, credentials: keys });
  const { query = {} } = await signer.presign(
    {
      method: request.method,
      protocol,
      hostname,
      ...(port !== '' && { port: Number(port) }),
      path: request.path,
      headers: { ...request.headers },
      query: { ...request.query },
    },
    {
      expiresIn: request.lifetime,
      signingDate: new Date(request.from * 1_000),
      // It leaves the type out unless it is told otherwise.
      signableHeaders: new Set(['host', 'content-length', 'content-type', 'if-none-match']),
    },
  );
  const escaped = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const names = Object.keys(query).toSorted();
  return `${request.origin}${request.path}?${names.map((name) => `${name}=${escaped(String(query[name]))}`).join('&')}`;
};

test('it signs byte for byte as the SDK does', async (t) => {
  await fc.assert(
    fc.asyncProperty(someKeys, someRequest, async (keys, request) => {
      t.is(presign(keys, request), await bySdk(keys, request));
    }),
  );
});

const keys = { region: 'us-east-1', accessKeyId: 'AKIAIOSFODNN7EXAMPLE' };
const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const request = {
  method: 'GET',
  origin: 'https://s3.example.com',
  path: '/pi/ws_1/assets/00.png',
  headers: { 'if-none-match': '*' },
  from: 1_369_353_600,
  lifetime: 86_400,
} as const;

test('it is another signature for whatever is other', (t) => {
  const signatureOf = (more: Partial<PresignedRequest & SigningKeys>): string =>
    /X-Amz-Signature=([0-9a-f]{64})/.exec(
      presign({ ...keys, secretAccessKey, ...more }, { ...request, ...more }),
    )?.[1] ?? '';
  const all = [
    {},
    { method: 'PUT' as const },
    { origin: 'https://s3.example.org' },
    { path: '/pi/ws_1/assets/01.png' },
    { headers: {} },
    { headers: { 'if-none-match': 'x' } },
    { query: { 'response-content-type': 'image/png' } },
    { from: request.from + 1 },
    { lifetime: 1 },
    { region: 'eu-central-1' },
    { accessKeyId: 'AKIAI44QH8DHBEXAMPLE' },
    { secretAccessKey: `${secretAccessKey}x` },
  ].map(signatureOf);
  t.is(new Set(all).size, all.length);
  t.false(all.includes(''));
  t.false(presign({ ...keys, secretAccessKey }, request).includes(encodeURIComponent(secretAccessKey)));
});
