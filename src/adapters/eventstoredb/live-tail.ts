/**
 * The end of the log is read once for all followers in this process, while there is one. Each event is fetched once and
 * decoded once, and its own position tells how far every filter has looked. The tail is bounded, so a slow follower
 * holds up no other; one behind the tail reads pages. A follower after a failed read starts anew.
 */
import { Fault } from '../../kernel/faults.ts';
import { type LiveSession, type LiveSessionDeps, openLiveSession } from './live-session.ts';

export type LiveTail = {
  /** Counts a follower in; returns how to leave, once. */
  join(): () => void;
  /** The session that there is, or a new one. Errors are the client's own. */
  session(): Promise<LiveSession>;
};

export const createLiveTail = (deps: LiveSessionDeps): LiveTail => {
  let followers = 0;
  let current: Promise<LiveSession> | undefined;

  const start = async (ended: () => void): Promise<LiveSession> => {
    const from = await deps.pages.last();
    const ours = await deps.pages.lastOfOurs();
    // All epochs up to there are known from here on, and those after it come by.
    await deps.positions.look('now');
    return openLiveSession(deps, { from, ours }, ended);
  };

  const stop = (): void => {
    const stopped = current;
    current = undefined;
    stopped?.then(
      (session) => session.end(new Fault('cancelled', 'the log has no follower any more')),
      () => undefined,
    );
  };

  return {
    join: () => {
      followers += 1;
      return () => {
        followers -= 1;
        if (followers === 0) stop();
      };
    },
    session: async () => {
      if (current !== undefined) return current;
      const forget = (): void => {
        if (current === started) current = undefined;
      };
      const started = start(forget);
      current = started;
      started.catch(forget);
      return started;
    },
  };
};
