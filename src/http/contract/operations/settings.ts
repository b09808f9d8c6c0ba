import { declare } from '../operation.ts';
import { creativeSettingsRequest, settingsAnswer } from '../shapes/settings.ts';

const PATH = '/api/v1/user/settings/creative';

export const getCreativeSettings = declare({
  operationId: 'getCreativeSettings',
  method: 'GET',
  path: PATH,
  tag: 'settings',
  summary: 'The creative profile of the caller',
  description: 'The profile that the caller has in the current workspace, with defaults filled in.',
  authority: 'Read',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: settingsAnswer },
  errors: ['content_lost'],
});

export const saveCreativeSettings = declare({
  operationId: 'saveCreativeSettings',
  method: 'PUT',
  path: PATH,
  tag: 'settings',
  summary: 'Replace the creative profile of the caller',
  description:
    'Replaces the whole profile: a member that is left out has its default again. A GET answers a body ' +
    'that this call takes as it is.',
  authority: 'Mutate',
  body: creativeSettingsRequest,
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: settingsAnswer },
  links: { 200: { read: { operationId: 'getCreativeSettings' } } },
  errors: [],
});
