import test from 'ava';
import { contract } from '../check.ts';
import { eventFeedChecks } from '../event-feed.contract.ts';
import { inTurn } from '../../support/servers/given-log.ts';
import { openLogSubject } from './subjects.ts';

contract(inTurn(test), eventFeedChecks, openLogSubject());

const onThread = eventFeedChecks.map((check) => ({ ...check, name: `on a thread: ${check.name}` }));
contract(inTurn(test), onThread, openLogSubject('thread'));

const apart = eventFeedChecks.map((check) => ({ ...check, name: `under a prefix: ${check.name}` }));
contract(inTurn(test), apart, openLogSubject('apart'));
