/** The description of the built-in engine, without loading its painter. */
import { limits } from '../../kernel/limits.ts';
import type { Engine } from '../../ports/engine.ts';

const DEADLINE_MS = 15_000;

export const serviceImages = Object.freeze({
  name: 'service_images',
  version: '1',
  makes: ['image'],
  // Nothing is charged and the key plays no part: a second call draws the same picture.
  repeat: 'safe',
  deadlineMs: DEADLINE_MS,
  // More than the gate lets through keeps the pipelines busy; few, as a call at the gate is past its turn.
  inFlightMax: 4 * limits.imagePipelinesMax,
  limitations: [
    'Panels are drawn drafts for planning, not photographs or final frames.',
    'Scenery, people and things are drawn from a fixed repertoire of motifs; what is outside it is left out.',
    'The first reference picture steers colour and light only; no likeness or layout is taken from any reference.',
    'Where people and things stand to each other is not drawn as told: a word that is drawn may be in another place.',
    'No text is drawn into panels.',
  ],
  available: async () => Promise.resolve(true),
} satisfies Omit<Engine, 'perform'>);
