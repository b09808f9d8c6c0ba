import test from 'ava';
import { contract } from '../check.ts';
import { engineChecks } from '../engine.contract.ts';
import { openEngineSubject, submitting } from './subject.ts';

contract(test, engineChecks, openEngineSubject(submitting));
