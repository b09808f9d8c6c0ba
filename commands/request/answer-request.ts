import { accept, refuse } from '../../src/kernel/decider.ts';
import { requestAnswered } from '../../events/request.ts';
import type { RequestState } from './state.ts';

/** Stores the answer that the key gives from now on. The first answer stays. */
export type AnswerRequest = {
  readonly type: 'AnswerRequest';
  readonly n: number;
  readonly status: number;
  readonly body: string;
  readonly signed: readonly { readonly pointer: string; readonly key: string }[];
};

export const answerRequest = (command: AnswerRequest, state: RequestState) => {
  if (state.claims !== command.n || state.status === 'free') return refuse('claim_lost');
  if (state.status === 'answered') return accept();
  const { n, status, body, signed } = command;
  return accept(requestAnswered({ n, status, body, signed: [...signed] }));
};
