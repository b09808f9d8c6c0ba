import test from 'ava';
import { contract, named } from '../check.ts';
import { engineChecks } from '../engine.contract.ts';
import { openEngineSubject, submitting } from './subject.ts';

contract(named(test, 'submitting'), engineChecks, openEngineSubject(submitting));
