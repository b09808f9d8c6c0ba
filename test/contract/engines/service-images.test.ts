import test from 'ava';
import { contract } from '../check.ts';
import { engineChecks } from '../engine.contract.ts';
import { builtIn, openEngineSubject } from './subject.ts';

contract(test, engineChecks, openEngineSubject(builtIn));
