import test from 'ava';
import { contract, named } from '../check.ts';
import { eventFeedChecks } from '../event-feed.contract.ts';
import { openLogSubject } from './subjects.ts';

contract(test.serial, eventFeedChecks, openLogSubject(test));

/** A prefix is a part of each name and of each filter. */
const OF_NAMES = /^(?:read gives|a filter gives|the head is|many writers|a subscriber (?:that was|whose filter))/;
const apart = Object.fromEntries(Object.entries(eventFeedChecks).filter(([name]) => OF_NAMES.test(name)));
contract(named(test.serial, 'under a prefix'), apart, openLogSubject(test, 'apart'));
