import test from 'ava';
import { contract, named } from '../check.ts';
import { eventStoreChecks } from '../event-store.contract.ts';
import { openLogSubject, openThreadedLogSubject } from './subjects.ts';

contract(test, eventStoreChecks, openLogSubject);
contract(named(test, 'on a thread'), eventStoreChecks, openThreadedLogSubject);
