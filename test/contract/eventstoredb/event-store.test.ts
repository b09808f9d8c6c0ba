import test from 'ava';
import { contract } from '../check.ts';
import { eventStoreChecks } from '../event-store.contract.ts';
import { openLogSubject } from './subjects.ts';

contract(test.serial, eventStoreChecks, openLogSubject());

const onThread = eventStoreChecks.map((check) => ({ ...check, name: `on a thread: ${check.name}` }));
contract(test.serial, onThread, openLogSubject('thread'));
