/** An image engine that is there, costs what the price list says, and never draws. */
import { Fault } from '../../src/kernel/faults.ts';
import type { ImageEngine } from '../../src/ports/image-engine.ts';

export const createFakeImageEngine = (name = 'service_images', change: Partial<ImageEngine> = {}): ImageEngine => ({
  name,
  version: '1',
  repeat: 'safe',
  deadlineMs: 1_000,
  inFlightMax: 8,
  limitations: ['draws nothing'],
  generate: async () => Promise.reject(new Fault('unavailable', 'this engine draws nothing')),
  lookup: async () => Promise.resolve({ kind: 'unknown' }),
  available: async () => Promise.resolve(true),
  ...change,
});
