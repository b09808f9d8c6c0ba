import test from 'ava';
import { contract, named } from '../check.ts';
import { eventFeedChecks } from '../event-feed.contract.ts';
import { openLogSubject, openThreadedLogSubject } from './subjects.ts';

contract(test, eventFeedChecks, openLogSubject);
contract(named(test, 'on a thread'), eventFeedChecks, openThreadedLogSubject);
