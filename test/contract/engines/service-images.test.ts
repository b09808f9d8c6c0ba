import test from 'ava';
import { contract, named } from '../check.ts';
import { engineChecks } from '../engine.contract.ts';
import { builtIn, openEngineSubject } from './subject.ts';

contract(named(test, 'service_images'), engineChecks, openEngineSubject(builtIn));
