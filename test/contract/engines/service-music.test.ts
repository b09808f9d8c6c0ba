import test from 'ava';
import type { Children } from '../../../src/engines/child/children.ts';
import { createServiceMusic } from '../../../src/engines/service-music/create-service-music.ts';
import { jobsHere } from '../../support/engines/jobs-here.ts';
import { contract, named } from '../check.ts';
import { engineChecks } from '../engine.contract.ts';
import { sameInAChild } from './same-in-a-child.ts';
import { openEngineSubject } from './subject.ts';

const openWith = (children: Children) =>
  openEngineSubject(
    () => createServiceMusic({ children }),
    (seed) => ({ makes: 'music', prompt: 'calm solo harp', durationMs: 1_200, instrumental: true, seed }),
  );

contract(named(test, 'service_music'), engineChecks, openWith(jobsHere));
sameInAChild(test, 'service_music', async (t, children) => openWith(children)(t));
