/** Clients that live storyboards, films and sounds in turn, at whichever service answers, until it is calm. */
import type { Client } from '../http/http-client.ts';
import type { Random } from '../kernel/seeded-random.ts';
import type { Life } from './life.ts';
import { liveFilm, livePicture, liveSong, liveSpeech, liveTune } from './media-life.ts';
import { liveStoryboard } from './storyboard-life.ts';
import { createStubbornClient } from './stubborn-client.ts';
import { liveWorkspace } from './workspace-life.ts';

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

/** Each client begins with another one, so that four of them mix all kinds of jobs; the next ones are drawn. */
const LIVES: readonly ((client: Client, life: Life) => Promise<void>)[] = [
  liveStoryboard,
  liveFilm,
  liveSpeech,
  liveSong,
  liveTune,
  livePicture,
  liveWorkspace,
];

/** Longer on the trial credits of one person a storm would run out of them. */
const LIVES_PER_PERSON = 12;

export const startCrowd = (options: CrowdOptions): Crowd => {
  const { clients, random, addresses, tokenOf, name = 'client', patienceMs, giveUpMs, calm } = options;
  const told: string[] = [];
  let lives = 0;

  const live = async (place: number, chance: Random): Promise<void> => {
    const who = `${name}-${place}`;
    const clientOf = async (sub: string): Promise<Client> =>
      createStubbornClient({ addresses, token: await tokenOf(sub), random: chance, patienceMs, giveUpMs });
    let client = await clientOf(who);
    for (let n = 0; !calm.aborted; n += 1) {
      if (n % LIVES_PER_PERSON === LIVES_PER_PERSON - 1) client = await clientOf(`${who}-since-${n}`);
      const life = { name: `${who}-${n}`, random: chance, told: (jobId: string) => void told.push(jobId) };
      const drawn = chance.oneOf(LIVES);
      await (n === 0 ? (LIVES[place] ?? drawn) : drawn)(client, life);
      lives += 1;
    }
  };

  const all = Array.from({ length: clients }, async (_, n) => live(n, random.fork(`client-${n}`)));
  const done = Promise.all(all).then(() => undefined);
  // The caller that troubles the services meanwhile awaits it later.
  done.catch(() => undefined);
  return Object.freeze({ told, lives: () => lives, done });
};
