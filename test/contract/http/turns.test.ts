/** A request shares the turns of the event loop with those that come with it: it asks before each of its steps. */
import test from 'ava';
import { ok } from '../../../src/application/calls/result.ts';
import { createProject } from '../../../src/http/contract/operations/projects.ts';
import { givenApi } from '../../spec/api-spec.ts';
import { declared, storedAnswer } from '../../support/http/fake-application.ts';
import { createFakeVerifier } from '../../support/http/fake-verifier.ts';

test('a request asks for its turn as it begins, past its token, past its body, and before its use case', async (t) => {
  const steps: string[] = [];
  const due = async (): Promise<void> => {
    await Promise.resolve();
    steps.push('turn');
  };
  const verifier = createFakeVerifier();
  const api = await givenApi(t, {
    turns: { due },
    verifier: {
      verify: async (token) => {
        steps.push('token');
        return verifier.verify(token);
      },
    },
    application: {
      createProject: async () => {
        steps.push('use case');
        return Promise.resolve(ok(storedAnswer(declared(createProject))));
      },
    },
  });
  await api.when({ method: 'POST', path: '/api/v1/projects', body: { name: 'A film' } }).catch(() => undefined);
  t.deepEqual(steps, ['turn', 'token', 'turn', 'turn', 'turn', 'use case']);
});
