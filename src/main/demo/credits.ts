import { getCreditSummary } from '../../http/contract/operations/credits.ts';
import type { Credits } from './record/answers.ts';
import type { Api } from './api.ts';

export const creditsOf = async (api: Api): Promise<Credits> => {
  const { body } = await api.call<{ readonly credits: Credits }>(getCreditSummary);
  return body.credits;
};
