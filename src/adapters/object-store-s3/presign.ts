/**
 * URLs signed as S3 wants them: AWS Signature Version 4 in the query string, the payload unsigned ("Authenticating
 * requests: using query parameters" of the Amazon S3 API reference). The code is our own, because the SDK signs
 * asynchronously and by its own clock.
 */
import { createHash, createHmac } from 'node:crypto';

export type SigningKeys = {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

export type PresignedRequest = {
  readonly method: 'GET' | 'PUT';
  /** `http://host:port`, the port left out when it is the scheme's own. */
  readonly origin: string;
  /** From the slash on, of characters that need no escape. */
  readonly path: string;
  /** Headers that the request must carry, by names in lower case; `host` is implied. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Wishes of S3 for the answer; signed, so no client changes them. */
  readonly query?: Readonly<Record<string, string>>;
  /** The URL holds from then on; seconds since the epoch. */
  readonly from: number;
  /** 1 to 604,800 seconds. */
  readonly lifetime: number;
};

const ALGORITHM = 'AWS4-HMAC-SHA256';
const PAYLOAD = 'UNSIGNED-PAYLOAD';

export const presign = (keys: SigningKeys, request: PresignedRequest): string => {
  const { method, origin, path, lifetime } = request;
  const time = new Date(request.from * 1_000).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${keys.region}/s3/aws4_request`;
  const headers = Object.entries({ ...request.headers, host: origin.replace(/^https?:\/\//, '') }).toSorted(byName);
  const signed = headers.map(([name]) => name).join(';');
  const query = {
    ...request.query,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Content-Sha256': PAYLOAD,
    'X-Amz-Credential': `${keys.accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(lifetime),
    'X-Amz-SignedHeaders': signed,
  };
  const lines = headers.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const canonical = [method, path, textOf(query), lines, signed, PAYLOAD].join('\n');
  const text = [ALGORITHM, time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`);
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return `${origin}${path}?${textOf({ ...query, 'X-Amz-Signature': signature })}`;
};

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number => (one < other ? -1 : 1);

const textOf = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .toSorted(byName)
    .map(([name, value]) => `${name}=${escaped(value)}`)
    .join('&');

/** RFC 3986: everything but letters, digits and `-._~`. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
