import test from 'ava';
import { requireServer } from '../../support/servers/require.ts';
import { contract } from '../check.ts';
import { messageLogChecks } from '../message-log.contract.ts';
import { openSharedLog } from './subjects.ts';

const brokers = requireServer(test, 'kafka');
if (brokers !== undefined) {
  const shared = openSharedLog(brokers.split(','));
  test.after.always(async () => shared.close());
  contract(test, messageLogChecks, shared.openSubject);
}
