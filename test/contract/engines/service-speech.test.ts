import test from 'ava';
import type { Children } from '../../../src/engines/child/children.ts';
import { createServiceSpeech } from '../../../src/engines/service-speech/create-service-speech.ts';
import { jobsHere } from '../../support/engines/jobs-here.ts';
import { contract, named } from '../check.ts';
import { engineChecks } from '../engine.contract.ts';
import { sameInAChild } from './same-in-a-child.ts';
import { openEngineSubject } from './subject.ts';

const openWith = (children: Children) =>
  openEngineSubject(
    () => createServiceSpeech({ children }),
    (seed) => ({ makes: 'speech', lines: [{ text: `Line ${seed}.`, startMs: null }], voice: 'speech-2.8-hd' }),
  );

contract(named(test, 'service_speech'), engineChecks, openWith(jobsHere));
sameInAChild(test, 'service_speech', async (t, children) => openWith(children)(t));
