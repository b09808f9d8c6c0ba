/** Engines and scorer of the crash scenario: quick, deterministic, and watched from outside the process. */
import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Makers } from '../../src/main/core.ts';
import { mark } from './mark.ts';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { type MediaCall, quickMusic, quickSpeech, quickVideo } from '../support/engines/media-engines.ts';
import { quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { folderProvider, submittingEngine } from '../support/engines/submitting-engine.ts';

export type { EngineCall } from '../support/engines/quick-makers.ts';

/**
 * Each call of the engine is a line of JSON. It answers at once, but for a storm, on which it works by itself.
 * `fickle` is a sabotage: an engine that claims to honour its keys and gives another picture at every call.
 */
export const createMakers = (callsFile: string, { fickle = false } = {}): Makers => {
  const engine = quickEngine({
    deadlineMs: 5_000,
    inFlightMax: 8,
    onCall: (call) => {
      appendFileSync(callsFile, `${JSON.stringify(call)}\n`);
      mark('engine');
    },
    ...(fickle ? { whim: () => `${process.pid}${process.hrtime.bigint()}` } : {}),
  });
  // Taken work outlives the process, as a provider's does.
  const provider = folderProvider(join(dirname(callsFile), 'provider'));
  const takes = ({ prompt }: { readonly prompt: string }): boolean => prompt.includes('storm');
  const onCall = (call: MediaCall): void => {
    const { attemptKey } = call;
    appendFileSync(callsFile, `${JSON.stringify({ attemptKey, result: sha256(JSON.stringify(call)) })}\n`);
    mark('media');
  };
  return quickMakers(
    submittingEngine({ engine, provider, takes }),
    quickMusic(onCall),
    quickSpeech(onCall),
    quickVideo(onCall),
  );
};
