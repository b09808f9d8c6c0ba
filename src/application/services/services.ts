/** The dependencies of use cases and reactions; made once by `src/main/core.ts`. */
import type { PriceList } from '../../kernel/pricing.ts';
import type { Clock, Ids, Logger, Turns } from '../../ports/basics.ts';
import type { Engine } from '../../ports/engine.ts';
import type { CommandContext, CommandHandler } from '../log/command-handler.ts';
import type { Artifacts } from './artifacts.ts';
import type { OwnEngines } from './own-engines.ts';
import type { References } from './references.ts';
import type { SourceSounds } from './source-sounds.ts';
import type { Uploads } from './uploads.ts';

export type Services = {
  readonly commands: CommandHandler;
  readonly artifacts: Artifacts;
  readonly references: References;
  readonly sounds: SourceSounds;
  readonly uploads: Uploads;
  /** Configured engines by name, in the order in which `auto` prefers them. */
  readonly engines: ReadonlyMap<string, Engine>;
  /** Engines under the keys of workspaces; undefined where no provider is configured. */
  readonly own?: OwnEngines | undefined;
  readonly prices: PriceList;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly turns: Turns;
};

/** The context of a reaction: paid work always belongs to a workspace. */
export type SystemContext = CommandContext & { readonly workspaceId: string };

/** The metadata of the service's own commands, in answer to an event or because they are due. */
export const systemContext = (workspaceId: string, reaction: string, correlationId: string): SystemContext => ({
  workspaceId,
  actor: `system:${reaction}`,
  correlationId,
});

/** The time for a command, RFC 3339. */
export const nowText = (clock: Pick<Clock, 'now'>): string => new Date(clock.now()).toISOString();

/** The same for a step that is carried on: it is due also where a clock that was ahead put off its date. */
export const carriedAt = (clock: Pick<Clock, 'now'>, dueAt: string): string => {
  const now = nowText(clock);
  return now > dueAt ? now : dueAt;
};
