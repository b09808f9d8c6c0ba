import test from 'ava';
import { createServiceSpeech } from '../../../src/engines/service-speech/create-service-speech.ts';
import { childrenFor } from '../../support/engines/sound.ts';
import { contract } from '../check.ts';
import { engineChecks } from '../engine.contract.ts';
import { openEngineSubject } from './subject.ts';

const open = openEngineSubject(
  (t) => createServiceSpeech({ children: childrenFor(t) }),
  (seed) => ({ makes: 'speech', lines: [{ text: `Line ${seed}.`, startMs: null }], voice: 'speech-2.8-hd' }),
);

contract(test, engineChecks, open);
