/**
 * Reactions for the webhooks of workspaces: news are told. Sealed objects that were replaced, and those of deliveries
 * that are over, are removed.
 */
import type { webhookRemoved } from '../../../events/webhooks.ts';
import { type EventOf, idOf } from '../../kernel/event.ts';
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Handled } from '../../ports/message-log.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { createTellWebhooks, type NewsEvent, newsTypes, type TellDeps } from '../webhooks/tell-webhooks.ts';
import { type React, type Reaction, reactionTo } from './reaction.ts';

export type NewsDeps = TellDeps & {
  /** The store of sealed objects. */
  readonly sealed: Pick<ObjectStore, 'remove'>;
};

export const newsReactions = (deps: NewsDeps): readonly Reaction[] => {
  const tellWebhooks = createTellWebhooks(deps);
  const tell: React = patient(async (event, context) => tellWebhooks(event as NewsEvent, context));
  const forget: React = patient(async ({ data }) =>
    deps.sealed.remove((data as EventOf<typeof webhookRemoved>['data']).replaced),
  );
  // Its process may have died between the event and the removal.
  const clear: React = patient(async ({ stream }, { workspaceId }) =>
    deps.deliveries.forget({ workspaceId, id: idOf(stream) }),
  );
  const telling = <T extends string>(types: readonly T[]) =>
    Object.fromEntries(types.map((type) => [type, tell])) as Readonly<Record<T, React>>;
  return [
    reactionTo('job', GROUP, telling(newsTypes.job)),
    reactionTo('ledger', GROUP, telling(newsTypes.ledger)),
    reactionTo('delivery', GROUP, { ...telling(newsTypes.delivery), DeliveryCleared: clear }),
    reactionTo('webhooks', GROUP, { WebhookRotated: forget, WebhookResealed: forget, WebhookRemoved: forget }),
  ];
};

const GROUP = 'news';

/** Nothing else carries this work on: while a store is away it waits, and is not given up. */
const patient =
  (react: (...given: Parameters<React>) => Promise<void>): React =>
  async (...given): Promise<Handled | void> => {
    try {
      await react(...given);
    } catch (error) {
      if (!isFault(error, 'unavailable') && !isFault(error, 'ambiguous')) throw error;
      return { kind: 'park', retryAfterMs: limits.newsRetryMs };
    }
  };
