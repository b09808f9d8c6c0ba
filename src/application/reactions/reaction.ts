/** The shape of a reaction: a group of consumers of one topic, with a handler for each type of event. */
import type { Category, TypeIn } from '../../../events/registry.ts';
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
export type Reaction = Omit<ConsumeOptions, 'handle' | 'types'> & {
  readonly react: Readonly<Record<string, React | undefined>>;
};

/** To events of a category, in any order. A name that is no type of it fails the type check. */
export const reactionTo = <C extends Category>(
  category: C,
  group: string,
  react: { readonly [T in TypeIn<C>]?: React },
): Reaction => ({
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
