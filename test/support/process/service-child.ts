/**
 * One process of the service with quick makers of all kinds, for tests that kill it. Each call of an engine is a line
 * of JSON in the given file, and takes the given time.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import { type MediaCall, quickMusic, quickSpeech, quickVideo } from '../engines/media-engines.ts';
import { quickEngine, quickMakers } from '../engines/quick-makers.ts';
import { serveChild } from './serve-child.ts';

const [callsFile = '', callMs = '0'] = process.argv.slice(2);

const took = async (call: { readonly attemptKey: string; readonly result: string }, signal: AbortSignal) => {
  appendFileSync(callsFile, `${JSON.stringify({ ...call, pid: process.pid })}\n`);
  await wait(Number(callMs), undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
};
const onCall = async (call: MediaCall, signal: AbortSignal): Promise<void> =>
  took({ attemptKey: call.attemptKey, result: sha256(JSON.stringify(call)) }, signal);
await serveChild(
  quickMakers(quickEngine({ onCall: took }), quickMusic(onCall), quickSpeech(onCall), quickVideo(onCall)),
);
