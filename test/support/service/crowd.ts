/** Clients that live their storyboards one after the other, at whichever service answers, until it is calm. */
import type { Client } from '../http/http-client.ts';
import type { Random } from '../kernel/seeded-random.ts';
import { livePicture, liveStoryboard } from './storyboard-life.ts';
import { createStubbornClient } from './stubborn-client.ts';

export type CrowdOptions = {
  readonly clients: number;
  readonly random: Random;
  readonly addresses: () => readonly string[];
  readonly tokenOf: (who: string) => Promise<string>;
  /** Tells the people of one run from those of others on the same servers. */
  readonly name?: string;
  /** The longest wait of a client for one answer. */
  readonly patienceMs: number;
  /** A later answer will not arrive. */
  readonly giveUpMs: number;
  /** No life begins after it; those that were begun are lived to their end. */
  readonly calm: AbortSignal;
};

export type Crowd = {
  /** Jobs that a 202 told of. */
  readonly told: readonly string[];
  readonly lives: () => number;
  /** Resolves when all lives have ended; rejects when a promise was broken that a client can see. */
  readonly done: Promise<void>;
};

export const startCrowd = (options: CrowdOptions): Crowd => {
  const { clients, random, addresses, tokenOf, name = 'client', patienceMs, giveUpMs, calm } = options;
  const told: string[] = [];
  let lives = 0;

  const live = async (who: string, chance: Random): Promise<void> => {
    const token = await tokenOf(who);
    const client: Client = createStubbornClient({ addresses, token, random: chance, patienceMs, giveUpMs });
    for (let n = 0; !calm.aborted; n += 1) {
      const life = { name: `${who}-${n}`, random: chance, told: (jobId: string) => void told.push(jobId) };
      await (chance.chance(0.2) ? livePicture(client, life) : liveStoryboard(client, life));
      lives += 1;
    }
  };

  const all = Array.from({ length: clients }, async (_, n) => live(`${name}-${n}`, random.fork(`client-${n}`)));
  const done = Promise.all(all).then(() => undefined);
  // The caller that troubles the services meanwhile awaits it later.
  done.catch(() => undefined);
  return Object.freeze({ told, lives: () => lives, done });
};
