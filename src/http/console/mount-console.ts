/** Serves the page at `/` and the console: their files below a release, and the exchange of a sign-in code. */
import type Router from '@koa/router';
import { objectIn } from '../../kernel/json.ts';
import { limits } from '../../kernel/limits.ts';
import { JSON_TYPE } from '../answers/reply.ts';
import { refuse, send } from '../answers/send.ts';
import { isRefusal, refusal, type Refusal } from '../errors/refusal.ts';
import { NO_RESOURCE } from '../middleware/no-route.ts';
import type { HttpContext } from '../transport/exchange.ts';
import type { ReadBody } from '../transport/read-body.ts';
import { CONSOLE_PATH, readConsoleFiles } from './console-files.ts';
import { type ConsolePage, consolePage } from './console-page.ts';
import { frontPage } from './front-page.ts';

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

export const mountConsole = (
  router: Router,
  { redeemCode, mediaOrigins }: ConsoleDependencies,
  readBody: ReadBody,
): void => {
  const load = async () => {
    const files = await readConsoleFiles();
    return { ...files, page: consolePage(files, mediaOrigins), front: frontPage(files, mediaOrigins) };
  };
  let loaded: ReturnType<typeof load> | undefined;
  const parts = async (): ReturnType<typeof load> =>
    (loaded ??= load().catch((error: unknown) => {
      // The next caller has them read again.
      loaded = undefined;
      throw error;
    }));

  const on = (path: string, answer: (context: HttpContext, file: string) => Promise<void>): void => {
    router.get(path, async (context) => answer(context as unknown as HttpContext, String(context['params'].file)));
  };
  for (const path of [CONSOLE_PATH, `${CONSOLE_PATH}/`]) {
    on(path, async (context) => {
      sendPage(context, (await parts()).page);
    });
  }
  on('/', async (context) => {
    context.vary('Accept');
    // A client that takes no pages has called a wrong path.
    if (context.req.headers.accept?.includes('text/html') === true) sendPage(context, (await parts()).front);
    else refuse(context, refusal('not_found', NO_RESOURCE));
  });
  on(`${CONSOLE_PATH}/*file`, async (context, path) => {
    const { release, files } = await parts();
    const file = path.startsWith(`${release}/`) ? files.get(path.slice(release.length + 1)) : undefined;
    if (file === undefined) {
      refuse(context, NOTHING);
      return;
    }
    send(context, { status: 200, body: file.bytes, contentType: file.contentType, headers: KEPT, position: '' });
  });
  if (redeemCode === null) return;
  router.post(`${CONSOLE_PATH}/sign-in`, async (matched) => {
    const context = matched as unknown as HttpContext;
    const signedIn = isOwnPage(context) ? await readBody(context, TERMS, redeeming(redeemCode)) : NO_CODE;
    if (isRefusal(signedIn)) refuse(context, signedIn);
    else send(context, { ...TAKEN, body: JSON.stringify({ ok: true, ...signedIn }) });
  });
};

const sendPage = (context: HttpContext, { html, policy }: ConsolePage): void => {
  const headers = { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' };
  send(context, { status: 200, body: html, contentType: 'text/html; charset=utf-8', headers, position: '' });
};

const KEPT = { 'Cache-Control': 'public, max-age=31536000, immutable' };
const TAKEN = { status: 200, contentType: JSON_TYPE, headers: {}, position: '' } as const;

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
