/**
 * A group whose members come and go all the time, die, and freeze: nothing is lost, no member acts on another's
 * partition.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import type { ConsumeOptions } from '../../../src/ports/message-log.ts';
import { eventually } from '../../support/kernel/eventually.ts';
import { ledTopics, nameOf, newStreams, TOPIC, type OwnTopics } from '../../support/messaging/kafka-topics.ts';
import { requireServer } from '../../support/servers/require.ts';
import { createSeverable } from '../../support/adapters/severable.ts';

const PATIENCE_MS = 60_000;
const STORM_STEPS = 50;
const STEP_MS = 200;
const WORK_MS = 300;
/** One message in ten takes long; when its member loses it meanwhile, until another member has it. */
const SLOW_SHARE = 0.1;
const SLOW_MS = 3_000;

type Flight = { readonly member: number; readonly key: string; readonly stillOwned: () => boolean };

/** Long work; a group that stays unsettled ends it too. */
const workUntil = async (isSettled: () => boolean): Promise<void> => {
  await wait(SLOW_MS);
  await eventually('the message is this member’s or another’s', isSettled, PATIENCE_MS / 2).catch(() => undefined);
};

/** Handlers that act only when they still own their message, and an observer of all of them at once. */
const observed = () => {
  const flights = new Set<Flight>();
  const effects = new Set<string>();
  const doubles: string[] = [];
  /** Times that a handler left its message to another, which had taken it: to act would have been wrong. */
  let saved = 0;
  const handle =
    (member: number): ConsumeOptions['handle'] =>
    async ({ key, event }, stillOwned) => {
      const name = nameOf(event);
      const isAgain = effects.has(name);
      const flight: Flight = { member, key, stillOwned };
      flights.add(flight);
      const isHeld = (): boolean =>
        [...flights].some((one) => one.member !== member && one.key === key && one.stillOwned());
      const isTaken = (): boolean => isHeld() || (!isAgain && effects.has(name));
      if (isAgain || Math.random() > SLOW_SHARE) await wait(Math.random() * WORK_MS);
      else await workUntil(() => stillOwned() || isTaken());
      flights.delete(flight);
      if (!stillOwned()) {
        if (isTaken()) saved += 1;
        throw new Error('the message is not ours any more');
      }
      if (isHeld()) doubles.push(name);
      effects.add(name);
      return { kind: 'done' };
    };
  return { handle, effects, doubles, saved: () => saved };
};

type Member = { readonly leave: () => Promise<void>; readonly die: () => Promise<void> };

const joinGroup = async (t: ExecutionContext, topics: OwnTopics, handle: ConsumeOptions['handle']): Promise<Member> => {
  const { connect, sever } = createSeverable();
  const kafka = topics.open({ connect });
  t.teardown(async () => kafka.close());
  await kafka.messages.consume({ topic: TOPIC, group: 'storm', inFlightMax: 16, ordered: true, handle });
  const leave = async (): Promise<void> => kafka.close();
  return {
    leave,
    die: async () => {
      sever();
      await leave();
    },
  };
};

const brokers = requireServer(test, 'kafka')?.split(',');
if (brokers !== undefined) {
  test('members that come, leave and die all the time lose nothing, and act on nothing of another’s', async (t) => {
    const { topics, kafka: relay } = await ledTopics(t, brokers, PATIENCE_MS);
    const { handle, effects, doubles, saved } = observed();
    const streams = newStreams(60);
    const names: string[] = [];
    const publish = async (each: number): Promise<void> => {
      const events = topics.make(streams, each);
      names.push(...events.map(nameOf));
      await relay.publisher.publish(events);
    };

    await joinGroup(t, topics, handle(0));
    const members: Member[] = [];
    const going: Promise<void>[] = [];
    for (let step = 1; step <= STORM_STEPS; step += 1) {
      if (step % 5 === 0) await publish(1);
      if (members.length < 3) members.push(await joinGroup(t, topics, handle(step)));
      else if (step % 9 === 0) going.push(members.shift()?.die() ?? Promise.resolve());
      else going.push(members.shift()?.leave() ?? Promise.resolve());
      await wait(STEP_MS);
    }
    await publish(1);
    await eventually('all messages are handled', () => names.every((name) => effects.has(name)), PATIENCE_MS);
    t.deepEqual(doubles, []);
    t.log(`${saved()} messages left to others`);
    t.true(saved() > 0, 'sabotage: handlers that do not ask would have acted on what was another’s');
    await Promise.all(going);
  });

  test('a member that was frozen acts on nothing that it had, and is back afterwards', async (t) => {
    const { topics, kafka: relay } = await ledTopics(t, brokers, PATIENCE_MS);
    const { handle, effects } = observed();
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'paused-member.ts'), brokers.join(','), topics.topicPrefix, 'storm', '1500'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const gone = once(child, 'exit');
    t.teardown(async () => {
      child.kill('SIGKILL');
      await gone;
    });
    const said: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
    const calls = (what: string): string[] =>
      said.filter((line) => line.startsWith(`${what} `)).map((line) => line.slice(what.length + 1));

    const first = topics.make(newStreams(40), 1);
    await relay.publisher.publish(first);
    await eventually('the member works', () => calls('effect').length > 0, PATIENCE_MS);
    await eventually('and is at it', () => calls('begun').length > calls('effect').length, PATIENCE_MS);
    child.kill('SIGSTOP');
    await wait(STEP_MS);
    const done = calls('effect');
    const open = calls('begun').filter((call) => !done.includes(call));

    await joinGroup(t, topics, handle(1));
    const doneThere = new Set(done.map((call) => call.split(' ')[1]));
    const isHandled = (name: string): boolean => effects.has(name) || doneThere.has(name);
    await eventually('another has taken over', () => first.map(nameOf).every(isHandled), PATIENCE_MS);
    await wait(limits.kafkaSessionMs / 2);

    child.kill('SIGCONT');
    await eventually('it has ended what it was at', () => calls('left').length >= open.length, PATIENCE_MS);
    t.deepEqual(
      open.filter((call) => !calls('left').includes(call)),
      [],
    );
    t.true(open.length > 0);

    const again: string[] = [];
    const backThere = (): Set<string | undefined> => new Set(calls('effect').map((call) => call.split(' ')[1]));
    await eventually(
      'it has its share again',
      async () => {
        const events = topics.make(newStreams(20), 1);
        again.push(...events.map(nameOf));
        await relay.publisher.publish(events);
        await wait(limits.memberBeatMs);
        return again.some((name) => backThere().has(name));
      },
      PATIENCE_MS,
    );
    await eventually(
      'nothing is lost',
      () => again.every((name) => effects.has(name) || backThere().has(name)),
      PATIENCE_MS,
    );
    t.pass();
  });
}
