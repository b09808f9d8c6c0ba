/** A browser that npm brings, with the decoders of H.264 and AAC: Chromium, for Linux on x64. */
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as launcher, type Page } from 'playwright-core';
import type { ExecutionContext, TestFn } from 'ava';
import { listening } from '../http/listening.ts';
import { standIn } from '../process/stand-in.ts';

/**
 * Ends the browser with the suite. False: one test replaces the suite, and says so. It fails where REQUIRE_CLIENTS
 * names the browser.
 */
export const requireBrowser = (test: TestFn): boolean => {
  if (process.platform === 'linux' && process.arch === 'x64') {
    test.after.always(closeBrowser);
    return true;
  }
  standIn(test, 'needs a browser, which npm brings for Linux on x64 alone', ['browser']);
  return false;
};

/** As a store of objects does: the file at `/film.mp4`, in ranges, and an empty page at all else. */
const serve = async (t: ExecutionContext, path: string): Promise<string> => {
  const { size } = statSync(path);
  const server = createServer((request, response) => {
    if (request.url !== '/film.mp4') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><video></video>');
      return;
    }
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
    const [start, end] = [Number(from), to === '' ? size - 1 : Number(to)];
    const range = { 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': end - start + 1 };
    response.writeHead(206, { 'Content-Type': 'video/mp4', 'Accept-Ranges': 'bytes', ...range });
    createReadStream(path, { start, end }).pipe(response);
  });
  return (await listening(t, server)).url;
};

const PACKAGE = join(import.meta.dirname, '../../../node_modules/@sparticuz/chromium/package.json');

/** Where the package has unpacked its program: 210 MB, so once for a checkout. Processes may ask for it at once. */
const programPath = async (): Promise<string> => {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string };
  const cache = join(import.meta.dirname, '../../../node_modules/.cache/browser');
  const kept = join(cache, version);
  if (!existsSync(kept)) {
    mkdirSync(cache, { recursive: true });
    const own = mkdtempSync(join(cache, 'unpacking-'));
    await unpackInto(own);
    try {
      renameSync(own, kept);
    } catch (error) {
      rmSync(own, { recursive: true, force: true });
      // Another process was quicker.
      if (!existsSync(kept)) throw error;
    }
  }
  return unpackInto(kept);
};

/** The package knows the folder of temporary files alone, and unpacks what is not there. */
const unpackInto = async (folder: string): Promise<string> => {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  const path = chromium.executablePath();
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  return path;
};

// No suite needs GL. Drawn in software, it took 34 of the 78 s of processor time of two suites of the console.
chromium.setGraphicsMode = false;

export const launchBrowser = async (): Promise<Browser> => {
  // In one process a tab that ends ends all others.
  const own = chromium.args.filter((arg) => arg !== '--single-process' && arg !== '--disable-web-security');
  const args = [...own, '--autoplay-policy=no-user-gesture-required'];
  return launcher.launch({ executablePath: await programPath(), args, headless: true });
};

let running: Promise<Browser> | undefined;

/** The browser of this process: a start takes longer than most tests. A test has a context of its own in it. */
export const openBrowser = async (): Promise<Browser> => (running ??= startBrowser());

const startBrowser = async (): Promise<Browser> => {
  const browser = await launchBrowser();
  browser.on('disconnected', () => (running = undefined));
  return browser;
};

const closeBrowser = async (): Promise<void> => (await running)?.close();

/** A page with a `<video>`, beside a film at `/film.mp4`. */
export const openPage = async (t: ExecutionContext, film: string): Promise<Page> => {
  const page = await (await openBrowser()).newPage();
  t.teardown(async () => page.close());
  await page.goto(await serve(t, film));
  return page;
};
