import test from 'ava';
import { contract } from '../check.ts';
import { eventStoreChecks } from '../event-store.contract.ts';
import { openLogSubject, openThreadedLogSubject } from './subjects.ts';

contract(test, eventStoreChecks, openLogSubject);

const onThread = eventStoreChecks.map((check) => ({ ...check, name: `on a thread: ${check.name}` }));
contract(test, onThread, openThreadedLogSubject);
