/** Processes that work on one box: what each of them does with it, and what it is told. */
import { isFault } from '../../../src/kernel/faults.ts';
import { createFakeClock } from '../kernel/fake-clock.ts';
import { type BoxCommand, boxEvents, createBoxDecider } from './box-aggregate.ts';
import { type CommandWorld, context, createCommandWorld, type Scope } from './command-world.ts';

export const stream = 'box-1';

export const put = (ball: string, note = ''): BoxCommand => ({ type: 'Put', ball, note });

type Options = Parameters<CommandWorld['start']>[0];

export const createBoxWorld = (t: Scope, capacity = 2) => {
  const w = createCommandWorld(t, boxEvents);
  const box = createBoxDecider({ capacity });
  const start = (options?: Options) => {
    const { handler, store } = w.start(options);
    const send = async (command: BoxCommand) => handler.handle(box, stream, command, context);
    return {
      handler,
      store,
      send,
      put: async (ball: string, note?: string) => send(put(ball, note)),
      take: async (ball: string) => send({ type: 'Take', ball }),
      begin: (): void => handler.begin(box, stream),
      look: async (one = stream) => handler.read(box, one),
      /** The balls that it finds: by a look, by one that may be a second old, or with an event that it knows of. */
      balls: async () => (await handler.read(box, stream)).state.balls,
      recent: async (one = stream) => (await handler.readRecent(box, one, 1_000)).state.balls,
      since: async (revision: number) => (await handler.readSince(box, stream, revision)).state.balls,
    };
  };
  return {
    ...w,
    box,
    start,
    /** A process whose time goes on only when it is told to. */
    startTimed: (options?: Options) => {
      const { clock, timers, advance } = createFakeClock();
      return { ...start({ clock, timers, ...options }), timers, advance };
    },
    /** The ball of each event in the log. */
    balls: async (): Promise<unknown[]> =>
      (await w.events()).map((event) => (JSON.parse(event.data) as { ball: string }).ball),
  };
};

export type BoxWorld = ReturnType<typeof createBoxWorld>;
export type BoxProcess = ReturnType<BoxWorld['start']>;

/** An outcome in a word: `accepted`, `refused:box_full`, `unchanged`, `threw`, or the code of the fault. */
export const kindOf = async (told: ReturnType<BoxProcess['send']>): Promise<string> => {
  try {
    const outcome = await told;
    return outcome.kind === 'refused' ? `refused:${outcome.refusal.code}` : outcome.kind;
  } catch (error) {
    return isFault(error) ? error.code : 'threw';
  }
};

export const kindsOf = async (told: readonly ReturnType<BoxProcess['send']>[]): Promise<string[]> =>
  Promise.all(told.map(kindOf));
