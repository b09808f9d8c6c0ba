import test from 'ava';
import { createServiceMusic } from '../../../src/engines/service-music/create-service-music.ts';
import { childrenFor } from '../../support/engines/sound.ts';
import { contract } from '../check.ts';
import { engineChecks } from '../engine.contract.ts';
import { openEngineSubject } from './subject.ts';

const open = openEngineSubject(
  (t) => createServiceMusic({ children: childrenFor(t) }),
  (seed) => ({ makes: 'music', prompt: 'calm solo harp', durationMs: 1_200, instrumental: true, seed }),
);

contract(test, engineChecks, open);
