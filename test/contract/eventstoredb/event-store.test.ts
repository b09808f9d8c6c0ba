import test from 'ava';
import { contract } from '../check.ts';
import { eventStoreChecks } from '../event-store.contract.ts';
import { inTurn } from '../../support/servers/given-log.ts';
import { openLogSubject } from './subjects.ts';

contract(inTurn(test), eventStoreChecks, openLogSubject());

const onThread = eventStoreChecks.map((check) => ({ ...check, name: `on a thread: ${check.name}` }));
contract(inTurn(test), onThread, openLogSubject('thread'));
