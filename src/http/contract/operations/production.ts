import { declare } from '../operation.ts';
import { capabilities } from '../shapes/capabilities.ts';
import { serviceState } from '../shapes/service-state.ts';

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
  answers: { 200: capabilities },
  entityTag: false,
});

export const getServiceState = declare({
  operationId: 'getServiceState',
  method: 'GET',
  path: '/api/v1/production/state',
  tag: 'production',
  summary: 'The state of the service for operators: lags, queues, dead letters, servers and engines',
  description:
    'What `/health/ready` and `/metrics` tell machines, at the time of the call, of the process that answers. ' +
    'No data of a workspace is in it.',
  authority: 'Admin',
  answers: { 200: serviceState },
  entityTag: false,
  extension: true,
});
