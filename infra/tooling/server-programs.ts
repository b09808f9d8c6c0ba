/**
 * Real servers from a folder of programs (`SERVER_PROGRAMS`): `kafka/kafka`, `mongodb/mongodb` and `s3/s3`. Each has
 * `start DIR PORT [NODES]`, which prints the address for clients, and verbs for the servers of that folder.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-ports.ts';
import { writeKafkaFolder } from './kafka-folder.ts';
import { keepFolder } from './keeper.ts';

export type ServerName = 'kafka' | 'mongodb' | 's3';

/** The variable that says where a server is, and the ports of its nodes, counted from the first. */
export const servers: Readonly<
  Record<ServerName, { readonly variable: string; readonly ports: (nodes: number) => readonly number[] }>
> = {
  kafka: {
    variable: 'KAFKA_BROKERS',
    ports: (nodes) => Array.from({ length: nodes }, (_, i) => [10 * i, 10 * i + 1]).flat(),
  },
  mongodb: { variable: 'MONGODB_URL', ports: (nodes) => Array.from({ length: nodes }, (_, i) => i) },
  s3: { variable: 'S3_ENDPOINT', ports: () => [0] },
};

/** The credentials that the S3 server of the programs takes. */
export const S3_KEYS = { S3_ACCESS_KEY: 'test', S3_SECRET_KEY: 'testsecret', S3_REGION: 'us-east-1' } as const;

export type RunningServer = {
  /** Bootstrap servers, connection string or endpoint. */
  readonly url: string;
  /** Of the first node. */
  readonly port: number;
  readonly folder: string;
  /** Runs `<program> VERB DIR ARGS…` and gives its output; rejects with its errors. */
  readonly run: (verb: string, ...args: readonly string[]) => Promise<string>;
  /** Kills it and removes its folder; this happens also when this process ends in any other way. */
  readonly stop: () => Promise<void>;
};

export type StartOptions = {
  readonly nodes?: number;
  /** Any free one when left out. */
  readonly port?: number;
  /** Of nodes of Kafka: the address that clients and other nodes are told, e.g. of a proxy; their own when left out. */
  readonly advertised?: (node: number) => string;
  /** Its folder is made, and nothing is started; Kafka alone. */
  readonly down?: boolean;
};

const START_MS_MAX = 120_000;

export const programOf = (programs: string, name: ServerName): string => join(programs, name, name);

export const hasProgram = (programs: string | undefined, name: ServerName): programs is string =>
  programs !== undefined && existsSync(programOf(programs, name));

/** Kafka loads thousands of classes at its start: to verify each takes a fifth of it. */
const TRUSTED_CLASSES = { JAVA_TOOL_OPTIONS: '-Xverify:none' } as const;

/** Starts it in a temporary folder and ends when it takes connections. */
export const startServer = async (
  programs: string,
  name: ServerName,
  { nodes = 1, port, advertised, down = false }: StartOptions = {},
): Promise<RunningServer> => {
  const first = port ?? (await freePort(servers[name].ports(nodes)));
  const { folder, stop } = keepFolder();
  const options = { env: { ...TRUSTED_CLASSES, ...process.env }, timeout: START_MS_MAX };
  const run = async (verb: string, ...args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(programOf(programs, name), [verb, folder, ...args], options);
    return stdout.trim();
  };
  try {
    if (name === 'kafka') writeKafkaFolder({ folder, port: first, nodes, advertised });
    if (down) return { url: `127.0.0.1:${first}`, port: first, folder, run, stop };
    const url = await run('start', String(first), ...(name === 's3' ? [] : [String(nodes)]));
    return { url, port: first, folder, run, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
