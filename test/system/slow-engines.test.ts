/** Engines that are down, that hang, and whose answers come after the callers gave up. */
import test from 'ava';
import { slowEngineTests } from '../support/service/slow-engines.ts';

slowEngineTests(test, () => ({}));
