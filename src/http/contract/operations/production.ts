import { declare } from '../operation.ts';
import { capabilities } from '../shapes/capabilities.ts';

export const getCapabilities = declare({
  operationId: 'getCapabilities',
  method: 'GET',
  path: '/api/v1/production/capabilities',
  tag: 'production',
  summary: 'The present capabilities of this deployment',
  description:
    'Asked of the engines at the time of the call. A provider that is not configured is listed as ' +
    'unavailable, so that no call finds out at dispatch.',
  authority: 'Read',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: capabilities },
  errors: [],
  entityTag: false,
});
