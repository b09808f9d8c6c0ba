import test from 'ava';
import { contract } from '../check.ts';
import { eventStoreChecks } from '../event-store.contract.ts';
import { inTurn } from '../../support/servers/given-log.ts';
import { openLogSubject } from './subjects.ts';

contract(inTurn(test), eventStoreChecks, openLogSubject('unary'));

const onThread = eventStoreChecks.map((check) => ({ ...check, name: `on a thread: ${check.name}` }));
contract(inTurn(test), onThread, openLogSubject('unary', 'thread'));

const overBatch = eventStoreChecks.map((check) => ({ ...check, name: `batch append: ${check.name}` }));
contract(inTurn(test), overBatch, openLogSubject('batch'));
