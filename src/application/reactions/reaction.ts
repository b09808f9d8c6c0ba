/** The shape of a reaction: a group of consumers of one topic, with a handler for each type of event. */
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { categoryTopic } from '../../kernel/topics.ts';
import type { ConsumeOptions, Handled } from '../../ports/message-log.ts';
import type { UnplacedEvent } from '../../schema/event-codec.ts';
import { systemContext, type SystemContext } from '../services/services.ts';

/** `event`: of a message, or of an append of this process. */
export type React = (
  event: UnplacedEvent,
  context: SystemContext,
  stillOwned: () => boolean,
) => Promise<Handled | void>;
export type Reaction = Omit<ConsumeOptions, 'handle' | 'types'> & { readonly react: Readonly<Record<string, React>> };

/** To events of a category, in any order. */
export const reactionTo = (category: string, group: string, react: Reaction['react']): Reaction => ({
  topic: categoryTopic(category),
  group,
  inFlightMax: limits.reactionsInFlightMax,
  ordered: false,
  react,
});

/** The context of the commands of a reaction to an event. */
export const contextOfEvent = ({ type, metadata }: UnplacedEvent, group: string): SystemContext => {
  const { workspaceId, correlationId } = metadata;
  assert(workspaceId !== undefined, `${type} belongs to a workspace`);
  return systemContext(workspaceId, group, correlationId);
};
