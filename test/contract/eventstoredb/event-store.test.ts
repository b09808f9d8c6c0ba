import test from 'ava';
import { contract } from '../check.ts';
import { eventStoreChecks } from '../event-store.contract.ts';
import { openLogSubject } from './subjects.ts';

contract(test.serial, eventStoreChecks, openLogSubject(test));
