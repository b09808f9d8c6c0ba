/** The shape of a reaction: a group of consumers of one topic, with a handler for each type of event. */
import type { RecordedEvent } from '../../kernel/event.ts';
import type { ConsumeOptions, Handled } from '../../ports/message-log.ts';
import type { SystemContext } from '../services/services.ts';

export type React = (
  event: RecordedEvent,
  context: SystemContext,
  stillOwned: () => boolean,
) => Promise<Handled | void>;
export type Reaction = Omit<ConsumeOptions, 'handle' | 'types'> & { readonly react: Readonly<Record<string, React>> };
