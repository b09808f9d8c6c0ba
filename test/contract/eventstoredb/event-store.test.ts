import test from 'ava';
import { contract } from '../check.ts';
import { eventStoreChecks } from '../event-store.contract.ts';
import { openLogSubject } from './subjects.ts';

contract(test, eventStoreChecks, openLogSubject('unary'));

const onThread = eventStoreChecks.map((check) => ({ ...check, name: `on a thread: ${check.name}` }));
contract(test, onThread, openLogSubject('unary', 'thread'));

const overBatch = eventStoreChecks.map((check) => ({ ...check, name: `batch append: ${check.name}` }));
contract(test, overBatch, openLogSubject('batch'));
