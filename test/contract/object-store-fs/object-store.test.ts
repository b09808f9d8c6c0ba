import test from 'ava';
import { contract } from '../check.ts';
import { objectStoreChecks } from '../object-store.contract.ts';
import { openObjectSubject } from './subject.ts';

contract(test, objectStoreChecks, openObjectSubject);
