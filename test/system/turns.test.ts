/** Long work of the event loop is done before a service is ready, or elsewhere. */
import test from 'ava';
import { compileNext } from '../../src/schema/validator.ts';
import { givenService } from '../support/service/real-service.ts';

test('a service that is ready has compiled what it checks by', async (t) => {
  await givenService(t);
  t.false(compileNext());
});
