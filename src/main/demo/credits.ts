import { declared } from '../../http/contract/operations/registry.ts';
import type { Credits } from './record/answers.ts';
import type { Api } from './api.ts';

export const creditsOf = async (api: Api): Promise<Credits> => {
  const { body } = await api.call(declared.getCreditSummary);
  return body.credits;
};
