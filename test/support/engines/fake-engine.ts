/** An engine of pictures that is there, costs what the price list says, and never draws. */
import { Fault } from '../../../src/kernel/faults.ts';
import type { Engine } from '../../../src/ports/engine.ts';

export const createFakeEngine = (name = 'service_images', change: Partial<Engine> = {}): Engine => ({
  name,
  version: '1',
  makes: ['image'],
  repeat: 'safe',
  deadlineMs: 1_000,
  inFlightMax: 8,
  limitations: ['draws nothing'],
  perform: async () => Promise.reject(new Fault('unavailable', 'this engine draws nothing')),
  available: async () => Promise.resolve(true),
  ...change,
});
