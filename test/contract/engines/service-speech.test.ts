import test from 'ava';
import { createServiceSpeech } from '../../../src/engines/service-speech/create-service-speech.ts';
import { sharedChildren } from '../../support/engines/shared-children.ts';
import { contract, named } from '../check.ts';
import { engineChecks } from '../engine.contract.ts';
import { openEngineSubject } from './subject.ts';

const open = openEngineSubject(
  () => createServiceSpeech({ children: sharedChildren }),
  (seed) => ({ makes: 'speech', lines: [{ text: `Line ${seed}.`, startMs: null }], voice: 'speech-2.8-hd' }),
);

contract(named(test, 'service_speech'), engineChecks, open);
