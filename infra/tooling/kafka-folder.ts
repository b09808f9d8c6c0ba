/**
 * The folder of a Kafka that was never started, as its program makes it. The program would start Java for one more id
 * and for the format of each node. A node takes the features of its version where no format chose them.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type KafkaNodes = {
  readonly folder: string;
  /** Of the first node. */
  readonly port: number;
  readonly nodes: number;
  /** The address that clients and other nodes are told, e.g. of a proxy; the node's own when left out. */
  readonly advertised?: ((node: number) => string) | undefined;
};

const HOST = '127.0.0.1';

/** Of the node, which counts from 1; its controller is at the next one. */
export const kafkaPort = (first: number, node: number): number => first + 10 * (node - 1);

export const writeKafkaFolder = (all: KafkaNodes): void => {
  const cluster = newId();
  writeFileSync(join(all.folder, 'port'), `${all.port}\n`);
  for (let node = 1; node <= all.nodes; node += 1) {
    emptyNode(all.folder, node, cluster);
    writeFileSync(join(all.folder, `node-${node}`, 'server.properties'), lines(settingsOf(all, node)));
  }
};

/** The data of a node that is down become those of a new one: of another cluster, unless one is named. */
export const emptyNode = (folder: string, node: number, cluster = newId()): void => {
  const data = join(folder, `node-${node}`, 'data');
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'meta.properties'), lines({ version: 1, 'cluster.id': cluster, 'node.id': node }));
};

const newId = (): string => randomBytes(16).toString('base64url');

type Settings = Readonly<Record<string, string | number | boolean>>;

const lines = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Those of the program. */
const settingsOf = ({ folder, port: first, nodes, advertised }: KafkaNodes, node: number): Settings => {
  const port = kafkaPort(first, node);
  const voters = Array.from({ length: nodes }, (_, n) => `${n + 1}@${HOST}:${kafkaPort(first, n + 1) + 1}`);
  const replicas = Math.min(nodes, 3);
  const inSync = replicas > 1 ? 2 : 1;
  return {
    'process.roles': 'broker,controller',
    'node.id': node,
    'controller.quorum.voters': voters.join(),
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://${HOST}:${port},CONTROLLER://${HOST}:${port + 1}`,
    'advertised.listeners': `PLAINTEXT://${advertised?.(node) ?? `${HOST}:${port}`}`,
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'log.dirs': join(folder, `node-${node}`, 'data'),
    'num.partitions': 3,
    'default.replication.factor': replicas,
    'min.insync.replicas': inSync,
    'offsets.topic.replication.factor': replicas,
    'offsets.topic.num.partitions': 5,
    'group.initial.rebalance.delay.ms': 0,
    'auto.create.topics.enable': false,
    // Records without a content, for monitors alone: an idle node would write two of them a second.
    'metadata.max.idle.interval.ms': 0,
  };
};
