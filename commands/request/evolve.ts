import { onEvent } from '../../src/kernel/handlers.ts';
import type { RequestEvent } from '../../events/request.ts';
import type { RequestState } from './state.ts';

export const evolve = onEvent<RequestEvent, RequestState>({
  RequestClaimed: (_, claim) => ({ status: 'claimed', claims: claim.n, claim }),
  RequestAnswered: (state, answer) => (state.status === 'claimed' ? { ...state, status: 'answered', answer } : state),
  RequestReleased: (_, { n }) => ({ status: 'free', claims: n }),
});
