/** free -> claimed -> answered; a release leads from claimed back to free. */
import type { EventOf } from '../../src/kernel/event.ts';
import type { requestAnswered } from '../../events/request.ts';

export type RequestClaim = {
  readonly n: number;
  readonly operation: string;
  readonly bodyHash: string;
  readonly targetId: string;
  readonly projectId: string | null;
  readonly claimedAt?: string;
};

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
