/**
 * The use cases of one process. Each is a function of its dependencies, made once, when a route first asks for it. So
 * no file lists them: a route names its use case (`src/http/routes/`).
 */
import type { EventStore } from '../ports/event-store.ts';
import type { Signer } from '../ports/signer.ts';
import type { Timers } from '../ports/basics.ts';
import type { WriteArchive } from '../ports/archive.ts';
import type { StreamProbe } from '../ports/media-probe.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { KeyedHash } from '../ports/keyed-hash.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Outbound } from '../ports/outbound.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { PictureCheck } from '../ports/picture-check.ts';
import type { Body } from './calls/result.ts';
import { createPeople, type PeopleDeps, type People } from './people/people.ts';
import { createProjectGate, type ProjectGate } from './projects/project-gate.ts';
import { createReadSide, type ReadSide, type ReadSideDeps } from './reading/read-side.ts';
import type { Services } from './services/services.ts';

/** The settings of a deployment. */
export type Settings = {
  readonly flags: Readonly<Record<string, boolean>>;
  /** Bonus credits that a personal workspace starts with; 0 for none. */
  readonly trialCredits: number;
  /** The engine that is bound as provider_b, by its name; null for none. */
  readonly providerB: string | null;
  /** Hosts, in lower case, whose pictures may be previewed. */
  readonly previewHosts: readonly string[];
};

/** The dependencies of all use cases; each names its part of them. */
export type Ground = Services &
  ReadSide &
  Settings & {
    readonly timers: Pick<Timers, 'nextTurn' | 'sleep'>;
    readonly eventStore: Pick<EventStore, 'head' | 'readStream'>;
    readonly signer: Pick<Signer, 'keyId' | 'publicKey' | 'sign'>;
    readonly people: People;
    readonly projects: ProjectGate;
    readonly objects: Pick<ObjectStore, 'get' | 'put' | 'head' | 'read' | 'remove'>;
    readonly secrets: Secrets;
    readonly outbound: Outbound;
    readonly mailer?: Mailer | undefined;
    readonly keyedHash: KeyedHash;
    readonly writeArchive: WriteArchive;
    readonly pictureCheck: PictureCheck;
    readonly mediaProbe: StreamProbe;
    /** Lags, queues, dead letters, servers and engines of this process, now. */
    readonly standing?: (() => Promise<Body>) | undefined;
  };

export type UseCase<U> = (ground: Ground) => U;

/** A use case by its maker. */
export type Application = <U>(create: UseCase<U>) => U;

/** The read side, the people and the projects are made here. */
export type GroundDeps = Omit<Ground, keyof ReadSide | 'projects'> &
  Omit<ReadSideDeps, 'people' | 'documents'> & {
    readonly documents: ReadSideDeps['documents'] & PeopleDeps['documents'];
  };

export const createGround = (deps: GroundDeps): Ground => {
  const people = createPeople(deps);
  return { ...deps, ...createReadSide({ ...deps, people }), people, projects: createProjectGate(deps.commands) };
};

export const createApplication = (ground: Ground): Application => {
  const made = new Map<UseCase<unknown>, unknown>();
  return <U>(create: UseCase<U>): U => {
    if (!made.has(create)) made.set(create, create(ground));
    return made.get(create) as U;
  };
};
