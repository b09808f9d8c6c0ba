import test from 'ava';
import { contract } from '../check.ts';
import { eventFeedChecks } from '../event-feed.contract.ts';
import { openLogSubject } from './subjects.ts';

contract(test.serial, eventFeedChecks, openLogSubject(test));

const apart = eventFeedChecks.map((check) => ({ ...check, name: `under a prefix: ${check.name}` }));
contract(test.serial, apart, openLogSubject(test, 'apart'));
