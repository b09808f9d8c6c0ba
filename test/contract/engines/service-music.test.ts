import test from 'ava';
import { createServiceMusic } from '../../../src/engines/service-music/create-service-music.ts';
import { sharedChildren } from '../../support/engines/shared-children.ts';
import { contract, named } from '../check.ts';
import { engineChecks } from '../engine.contract.ts';
import { openEngineSubject } from './subject.ts';

const open = openEngineSubject(
  () => createServiceMusic({ children: sharedChildren }),
  (seed) => ({ makes: 'music', prompt: 'calm solo harp', durationMs: 1_200, instrumental: true, seed }),
);

contract(named(test, 'service_music'), engineChecks, open);
