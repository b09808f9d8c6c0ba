import test from 'ava';
import { contract, named } from '../check.ts';
import { messageLogChecks } from '../message-log.contract.ts';
import { openMessagesBeside } from './message-subject.ts';
import { openLogSubject } from './subjects.ts';

/** Offsets and places of dead letters are positions of the log. */
const OF_POSITIONS = /that was stopped|after a crash|share|stopping waits|while a consumer stops|that is redriven/;
const checks = Object.fromEntries(Object.entries(messageLogChecks).filter(([name]) => OF_POSITIONS.test(name)));
contract(named(test.serial, 'messages in read.sqlite'), checks, openMessagesBeside(openLogSubject(test)));
