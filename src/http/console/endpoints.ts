/** Serves the page at `/` and the console: their files below a release, and the exchange of a sign-in code. */
import { objectIn } from '../../kernel/json.ts';
import { limits } from '../../kernel/limits.ts';
import { once } from '../../kernel/once.ts';
import { JSON_TYPE, type Reply } from '../answers/reply.ts';
import { isRefusal, refusal, type Refusal } from '../errors/refusal.ts';
import { type Endpoint, NO_RESOURCE } from '../routes/router.ts';
import type { HttpContext } from '../transport/exchange.ts';
import type { ReadBody } from '../transport/read-body.ts';
import { CONSOLE_PATH, readConsoleFiles } from './console-files.ts';
import { type ConsolePage, consolePage, frontPage } from './pages.ts';

/** A token, and the Unix time in seconds at which it expires. */
export type SignedIn = { readonly token: string; readonly expiresAt: number };

/** Exchanges a code for a token, once. Undefined: no such code is open. */
export type RedeemCode = (code: string) => Promise<SignedIn | undefined>;

export type ConsoleDependencies = {
  /** Null beside an issuer of the operator's: then there are no codes. */
  readonly redeemCode: RedeemCode | null;
  readonly mediaOrigins: readonly string[];
};

const NOTHING = refusal('not_found', 'The console has no such file; load /console anew');
const NO_CODE = refusal(
  'unauthorized',
  'The code was used, its time is up, or it is of an earlier start of the service',
);

/** One client exchanges one code: all of them share one room for bodies. */
const TERMS = { bytesMax: limits.signInBodyBytesMax, userKey: 'console' } as const;

export const consoleEndpoints = (
  { redeemCode, mediaOrigins }: ConsoleDependencies,
  readBody: ReadBody,
): readonly Endpoint[] => {
  const parts = once(async () => {
    const files = await readConsoleFiles();
    return { ...files, page: consolePage(files, mediaOrigins), front: frontPage(files, mediaOrigins) };
  });
  const get = (path: string, answer: Endpoint['answer']): Endpoint => ({ method: 'GET', path, answer });
  const page = async () => pageReply((await parts()).page);
  const redeem = redeemCode === null ? [] : [signIn(redeemCode, readBody)];
  return [
    get(CONSOLE_PATH, page),
    get(`${CONSOLE_PATH}/`, page),
    get('/', async (context) => {
      context.vary('Accept');
      // A client that takes no pages has called a wrong path.
      const takesPages = context.req.headers.accept?.includes('text/html') === true;
      return takesPages ? pageReply((await parts()).front) : refusal('not_found', NO_RESOURCE);
    }),
    get(`${CONSOLE_PATH}/*`, async ({ path }) => {
      const { release, files } = await parts();
      const below = `${CONSOLE_PATH}/${release}/`;
      const file = path.startsWith(below) ? files.get(path.slice(below.length)) : undefined;
      return file === undefined
        ? NOTHING
        : { status: 200, body: file.bytes, contentType: file.contentType, headers: KEPT };
    }),
    ...redeem,
  ];
};

const pageReply = ({ html, policy }: ConsolePage): Reply => ({
  status: 200,
  body: html,
  contentType: 'text/html; charset=utf-8',
  headers: { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' },
});

const KEPT = { 'Cache-Control': 'public, max-age=31536000, immutable' };

const signIn = (redeem: RedeemCode, readBody: ReadBody): Endpoint => ({
  method: 'POST',
  path: `${CONSOLE_PATH}/sign-in`,
  answer: async (context) => {
    const signedIn = isOwnPage(context) ? await readBody(context, TERMS, redeeming(redeem)) : NO_CODE;
    if (isRefusal(signedIn)) return signedIn;
    return { status: 200, body: JSON.stringify({ ok: true, ...signedIn }), contentType: JSON_TYPE };
  },
});

/** A page of another site has no use for a code. Browsers say whose page calls; other clients need not. */
const isOwnPage = ({ req }: HttpContext): boolean => (req.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';

const redeeming =
  (redeem: RedeemCode) =>
  async (bytes: Buffer | undefined): Promise<SignedIn | Refusal> => {
    const code = codeIn(bytes);
    return (code === undefined ? undefined : await redeem(code)) ?? NO_CODE;
  };

const codeIn = (bytes: Buffer | undefined): string | undefined => {
  const code = objectIn(bytes?.toString() ?? '')?.['code'];
  return typeof code === 'string' ? code : undefined;
};
