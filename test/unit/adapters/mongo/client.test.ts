import { inspect } from 'node:util';
import test from 'ava';
import { createClient, databaseOf } from '../../../../src/adapters/mongo/client.ts';
import { Fault } from '../../../../src/kernel/faults.ts';

test('a URL cannot weaken what is promised', (t) => {
  const weak = 'w=1&journal=false&readConcernLevel=local&readPreference=secondary&retryWrites=false&retryReads=false';
  const client = createClient(`mongodb://127.0.0.1/?${weak}`);
  const database = databaseOf(client, 'any');
  for (const { writeConcern, readConcern, readPreference } of [database, database.collection('any')]) {
    t.like(writeConcern, { w: 'majority', journal: true });
    t.is(readConcern?.level, 'majority');
    t.is(readPreference?.mode, 'primary');
  }
  t.true(client.options.retryWrites);
  t.true(client.options.retryReads);
});

test('a URL that cannot be read is refused, and what it says stays unsaid', (t) => {
  for (const url of ['mongodb://user:hunter2@@host:port/', 'http://user:hunter2@host/', 'hunter2', '']) {
    const fault = t.throws(() => createClient(url), { instanceOf: Fault, code: 'invalid' });
    t.false(inspect(fault, { depth: null }).includes('hunter2'));
  }
});
