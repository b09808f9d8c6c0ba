import test from 'ava';
import { contract } from '../check.ts';
import { eventFeedChecks } from '../event-feed.contract.ts';
import { openLogSubject, openThreadedLogSubject } from './subjects.ts';

contract(test, eventFeedChecks, openLogSubject);

const onThread = eventFeedChecks.map((check) => ({ ...check, name: `on a thread: ${check.name}` }));
contract(test, onThread, openThreadedLogSubject);
