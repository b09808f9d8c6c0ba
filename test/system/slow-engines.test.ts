/** Engines that are down, that hang, and whose answers come after everybody has given them up. */
import test from 'ava';
import { slowEngineTests } from '../support/slow-engines.ts';

slowEngineTests(test, () => ({}));
