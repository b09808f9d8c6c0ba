/** A member of a group as a process of its own, which a test stops for a while: tells what it does, line by line. */
import { setTimeout as wait } from 'node:timers/promises';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { nameOf, ownTopics, TOPIC } from '../../support/messaging/kafka-topics.ts';

const [brokers = '', topicPrefix = '', group = '', workMs = ''] = process.argv.slice(2);

// Between two connections nothing else keeps this process alive.
const kafka = ownTopics(brokers.split(','), topicPrefix).open({ background: createTimers() });
let calls = 0;

await kafka.messages.consume({
  topic: TOPIC,
  group,
  inFlightMax: 8,
  ordered: true,
  handle: async ({ event }, stillOwned) => {
    calls += 1;
    const call = `${calls} ${nameOf(event)}`;
    console.log(`begun ${call}`);
    await wait(Number(workMs));
    const owned = stillOwned();
    console.log(`${owned ? 'effect' : 'left'} ${call}`);
    if (!owned) throw new Error('the message is not ours any more');
    return { kind: 'done' };
  },
});
