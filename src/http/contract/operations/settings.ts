import { declare } from '../operation.ts';
import { creativeSettingsRequest, settingsAnswer, topicsHaveWords } from '../shapes/settings.ts';

const PATH = '/api/v1/user/settings/creative';

export const getCreativeSettings = declare({
  operationId: 'getCreativeSettings',
  method: 'GET',
  path: PATH,
  tag: 'settings',
  summary: 'The creative profile of the caller',
  description: 'The profile that the caller has in the current workspace, with defaults filled in.',
  authority: 'Read',
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
    'Replaces the whole profile: a member that is left out has its default again. The `settings` of a GET are a ' +
    'body that this call takes as it is. Banned topics block plans and refuse other paid calls, by whole words of ' +
    'their prompts. Style, tone, music and words to avoid reach the prompts of work that starts from then on; ' +
    '`limitations` names the parts that steer nothing.',
  authority: 'Mutate',
  body: creativeSettingsRequest,
  rules: [topicsHaveWords],
  answers: { 200: settingsAnswer },
  links: { 200: { read: { operationId: 'getCreativeSettings' } } },
});
