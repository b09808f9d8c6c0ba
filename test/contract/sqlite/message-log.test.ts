import test from 'ava';
import { contract } from '../check.ts';
import { messageLogChecks } from '../message-log.contract.ts';
import { openMessageSubject } from './subjects.ts';

contract(test, messageLogChecks, openMessageSubject);
