/**
 * One consumer of a few partitions made of the pure parts of messaging, without time: a test says what happens next,
 * and the world notes what was broken. A second member has the partitions that this one has lost.
 */
import { createDeliveryQueue, type Entry, type Outcome } from '../../../src/messaging/delivery-queue.ts';
import { createHoldings, type Holding } from '../../../src/messaging/holdings.ts';
import { createProgress, type Progress } from '../../../src/messaging/progress.ts';

export const PARTITIONS = 3;

export type Event =
  | { readonly kind: 'arrive'; readonly partition: number }
  | { readonly kind: 'settle'; readonly nth: number; readonly outcome: Outcome }
  | { readonly kind: 'wake'; readonly nth: number }
  | { readonly kind: 'save' }
  | { readonly kind: 'lose'; readonly partition: number; readonly otherDoes: number }
  | { readonly kind: 'gain'; readonly partition: number }
  | { readonly kind: 'lapse' };

export type DeliveryParts = {
  readonly createQueue: typeof createDeliveryQueue;
  readonly createProgress: (start: number) => Progress<number>;
};

export const honest: DeliveryParts = { createQueue: createDeliveryQueue, createProgress };

type Part = { readonly name: string };
type Held = Holding<Part, number>;
type Message = {
  readonly holding: Held;
  readonly key: string;
  readonly id: string;
  /** Of its key, from 0. */
  readonly nth: number;
  readonly done: () => void;
};

export type WorldOptions = { readonly inFlightMax: number; readonly readAheadMax: number; readonly ordered: boolean };

/** Partitions hold so many messages each, of two keys that take turns. */
export const createDeliveryWorld = (messagesEach: number, options: WorldOptions, parts = honest) => {
  const queue = parts.createQueue<Message>(options);
  const holdings = createHoldings<Part, number>({ monotonic: () => 0 }, 1);
  const stored = new Map<string, number>();
  const done = new Set<string>();
  const running: Entry<Message>[] = [];
  const resting: Entry<Message>[] = [];
  const flaws: string[] = [];
  const names = Array.from({ length: PARTITIONS }, (_, partition) => `p${partition}`);
  let tenure = 0;

  const idOf = (name: string, offset: number): string => `${name}@${offset}`;
  const law = (holds: boolean, flaw: string): void => {
    if (!holds) flaws.push(flaw);
  };

  const store = (name: string, offset: number): void => {
    law(offset >= (stored.get(name) ?? 0), `${name} moved back`);
    for (let before = 0; before < offset; before += 1) {
      law(done.has(idOf(name, before)), `${idOf(name, before)} is passed, and was not done`);
    }
    stored.set(name, offset);
  };

  const assign = (wanted: readonly string[]): void => {
    const lost = holdings.assign(
      String(tenure),
      wanted.map((name) => ({ name })),
    );
    for (const { part, progress } of lost) store(part.name, progress?.doneTo() ?? 0);
    for (const entry of queue.dropLost()) {
      if (resting.includes(entry)) resting.splice(resting.indexOf(entry), 1);
    }
    for (const holding of holdings.all()) {
      holding.progress ??= parts.createProgress(stored.get(holding.part.name) ?? 0);
    }
    start();
  };

  const start = (): void => {
    for (let entry = queue.start(); entry !== undefined; entry = queue.start()) {
      const { holding, key, id, nth } = entry.message;
      law(!holding.lost, `${id} is begun for another member`);
      if (options.ordered) {
        law(!running.some(({ message }) => message.key === key), `${id} runs beside another of its key`);
        for (let before = 0; before < nth; before += 1) {
          law(done.has(`${key}#${before}`), `${id} runs before number ${before} of its key was done`);
        }
      }
      running.push(entry);
    }
    law(running.length <= options.inFlightMax, `${running.length} in flight`);
    law(queue.count() <= options.readAheadMax, `${queue.count()} read ahead`);
  };

  const take = (holding: Held | undefined): void => {
    const offset = holding?.progress?.next();
    if (holding?.progress === undefined || offset === undefined || offset >= messagesEach || queue.isFull()) return;
    const key = `${holding.part.name}/${offset % 2}`;
    const settled = holding.progress.take(offset, offset + 1);
    const id = idOf(holding.part.name, offset);
    queue.arrive({ holding, key, id, nth: Math.floor(offset / 2), done: settled });
    start();
  };

  const end = ({ holding, id, key, nth, done: settled }: Message, isDone: boolean): void => {
    if (isDone) done.add(id).add(`${key}#${nth}`);
    if (!holding.lost) settled();
  };

  const settle = (entry: Entry<Message>, outcome: Outcome): void => {
    let step = queue.settle(entry, outcome);
    const isDone = outcome.kind === 'done' || step.kind === 'bury';
    if (step.kind === 'bury') step = queue.settle(entry, { kind: 'done' });
    running.splice(running.indexOf(entry), 1);
    if (step.kind === 'over') end(entry.message, isDone);
    else resting.push(entry);
    start();
  };

  const wake = (entry: Entry<Message>): void => {
    resting.splice(resting.indexOf(entry), 1);
    queue.wake(entry);
    start();
  };

  const save = (): void => {
    for (const { holding, place } of holdings.toSave()) {
      store(holding.part.name, place);
      holding.saved = place;
    }
  };

  /** The other member begins where this one is saved, and does some in their order. */
  const otherDoes = (name: string, count: number): void => {
    const from = stored.get(name) ?? 0;
    const to = Math.min(from + count, messagesEach);
    for (let offset = from; offset < to; offset += 1) {
      done.add(idOf(name, offset)).add(`${name}/${offset % 2}#${Math.floor(offset / 2)}`);
    }
    store(name, to);
  };

  const heldNames = (): string[] => [...holdings.all()].map(({ part }) => part.name);

  const happen = (event: Event): void => {
    if (event.kind === 'arrive') take(holdings.at(names[event.partition] ?? ''));
    if (event.kind === 'settle' && running.length > 0) {
      settle(running[event.nth % running.length] as Entry<Message>, event.outcome);
    }
    if (event.kind === 'wake' && resting.length > 0) wake(resting[event.nth % resting.length] as Entry<Message>);
    if (event.kind === 'save') save();
    if (event.kind === 'lose' && heldNames().includes(names[event.partition] ?? '')) {
      const name = names[event.partition] ?? '';
      assign(heldNames().filter((one) => one !== name));
      otherDoes(name, event.otherDoes);
    }
    if (event.kind === 'gain') assign([...new Set([...heldNames(), names[event.partition] ?? ''])]);
    if (event.kind === 'lapse') {
      tenure += 1;
      assign(heldNames());
    }
  };

  /** Everything succeeds from now on: it must come to an end. */
  const finish = (): void => {
    assign(names);
    const roundsMax = 4 * PARTITIONS * (messagesEach + 1);
    for (let round = 0; round < roundsMax && queue.count() + left() > 0; round += 1) {
      for (const holding of holdings.all()) take(holding);
      for (const entry of resting.slice()) wake(entry);
      for (const entry of running.slice()) settle(entry, { kind: 'done' });
    }
    save();
    for (const name of names) law(stored.get(name) === messagesEach, `${name} is done to ${stored.get(name)} only`);
    law(queue.count() === 0, `${queue.count()} are not over`);
  };

  const left = (): number =>
    [...holdings.all()].reduce((sum, { progress }) => sum + messagesEach - (progress?.next() ?? 0), 0);

  assign(names);
  return { happen, finish, flaws };
};
