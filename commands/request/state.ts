/** free -> claimed -> answered; a release leads from claimed back to free. */
import type { EventOf } from '../../src/kernel/event.ts';
import type { requestAnswered, requestClaimed } from '../../events/request.ts';

export type RequestClaim = EventOf<typeof requestClaimed>['data'];

export type RequestState =
  | { readonly status: 'free'; readonly claims: number }
  | { readonly status: 'claimed'; readonly claims: number; readonly claim: RequestClaim }
  | {
      readonly status: 'answered';
      readonly claims: number;
      readonly claim: RequestClaim;
      readonly answer: EventOf<typeof requestAnswered>['data'];
    };

export const initial: RequestState = { status: 'free', claims: 0 };
