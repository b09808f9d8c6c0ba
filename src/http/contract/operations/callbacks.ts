import { namedObject, object, string } from '../../../kernel/shape.ts';
import { pathIds } from '../ids.ts';
import { declaring } from '../operation.ts';
import { yes } from '../shapes/common.ts';

const declare = declaring('jobs');

export const takeEngineCallback = declare({
  method: 'POST',
  path: '/api/v1/engine-callbacks/{jobId}/{attemptKey}',
  pathIds: { jobId: { ...pathIds.jobId, unknown: 'not_found', foreign: 'not_found' } },
  summary: 'A provider says that there is news of one attempt, which is then asked about',
  description:
    'For providers of engines, at the address that they were given with the attempt. Needs no token: the address is ' +
    'signed, for this attempt alone, and for a time. The body is not looked at. Any other address, and one whose ' +
    'attempt is over, is answered like a path that is not there.',
  authority: null,
  query: object({
    expires: string({ description: 'seconds since 1970', examples: ['1795167300'] }),
    signature: string({ description: 'of the address, by the service', examples: ['…'] }),
  }),
  anyBody: true,
  answers: { 200: namedObject('CallbackTaken', { ok: yes }) },
  errors: ['not_found'],
  extension: true,
});
