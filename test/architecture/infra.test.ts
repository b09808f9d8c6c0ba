/**
 * Files that cannot be run here, as there is no container engine. The compose files and the Dockerfile are checked
 * against their specification and against the names in them. Whether the servers start so is not known from this.
 */
import test from 'ava';
import { configured, pages } from '../support/architecture/claims.ts';
import {
  joined,
  parseCompose,
  readCompose,
  wrongCommands,
  wrongInCompose,
  wrongStructure,
} from '../support/architecture/compose.ts';
import { parseDockerfile, readDockerfile, readIgnored, wrongInDockerfile } from '../support/architecture/dockerfile.ts';
import { variablesRead } from '../support/architecture/variables.ts';

const variables = variablesRead();
const dockerfile = readDockerfile();
const image = parseDockerfile(dockerfile);
const needs = { image, variables };
const [text, clusterText] = [readCompose('compose.yml'), readCompose('compose.cluster.yml')];
const whole = parseCompose(text);
const cluster = joined(whole, parseCompose(clusterText));

test('the compose file is as specified, and everything that it names is there', (t) => {
  t.true(Object.keys(whole.services).length > 10);
  t.deepEqual(wrongInCompose(whole, needs), []);
});

test('so is the cluster, by itself and joined to it', (t) => {
  t.deepEqual(wrongStructure(parseCompose(clusterText)), []);
  t.deepEqual(wrongInCompose(cluster, needs), []);
});

/** The file with another text in one place, which must be there. */
const planted = (words: string | RegExp, others: string) => {
  const changed = text.replace(words, others);
  if (changed === text) throw new Error(`the file has no ${String(words)}`);
  return wrongInCompose(parseCompose(changed), needs);
};

test('sabotage: each planted fault of the compose file is found', (t) => {
  const faults: readonly (readonly [words: string | RegExp, others: string, found: string | RegExp])[] = [
    ['read_only: true', 'readonly: true', /^\/services\/\w+ must NOT have additional properties$/],
    ['interval: 10s', 'interval: ten', /^\/services\/\w+\/healthcheck/],
    ['read_only: true', 'read_only: false', 'scorer: its root file system can be written'],
    ['user: node', 'user: root', 'api: it runs as root'],
    ['    - /tmp', '    - /cache', 'relay: it has no /tmp'],
    ['    - ALL', '    - CHOWN', 'relay: it keeps capabilities'],
    ['image: mongo:6.0.19', 'image: mongo', 'mongodb: mongo is not pinned by a tag'],
    ['dockerfile: infra/Dockerfile', 'dockerfile: Dockerfile', 'api: there is no Dockerfile'],
    ['target: service', 'target: production', 'api: there is no stage production'],
    ['  LEASE_MS:', '  LEASE:', 'api: nothing reads LEASE'],
    ['  SMTP_URL:\n', '', 'dispatcher: no process is given SMTP_URL'],
    ['  PROVIDER_C_KEY:\n', '', 'dispatcher: no process is given PROVIDER_C_KEY'],
    ['${VERSION:-local}', '${RELEASE:-local}', 'api: nobody sets RELEASE'],
    ['ROLES: scorer', 'ROLES: scoring', /^scorer: ROLES="scoring" makes no sense/],
    ['ROLES: scorer', 'ROLES: relay', 'scorer: its role is not its name'],
    ['  scorer:\n', '  score:\n', 'nobody is the scorer'],
    ['HOST: 0.0.0.0', 'HOST: 127.0.0.1', 'api: nobody can ask for its health'],
    ['8080}:8080', '8080}:80', 'api: it publishes a port that is not 8080'],
    ['DATA_DIR: /data', 'DATA_DIR: /app/data', 'api: its DATA_DIR is no volume'],
    ['stop_grace_period: 60s', 'stop_grace_period: 10s', /^api: a stop may take \d+ ms$/],
    ['esdb://eventstoredb:2113', 'esdb://eventstore:2113', 'api: there is no service eventstore'],
    ['mongodb://mongodb:27017', 'mongodb://mongodb:27018', 'api: mongodb does not listen on 27018'],
    ['KAFKA_BROKERS:-kafka:9092', 'KAFKA_BROKERS:-kafka:9094', 'api: kafka does not listen on 9094'],
    [
      'mongodb://mongodb:27017',
      'mongodb://me:secret@mongodb:27017',
      'api: MONGODB_URL is a secret, and stands in the file',
    ],
    ['${S3_SECRET_KEY:-}', '${S3_SECRET_KEY:-testsecret}', 's3: ROOT_SECRET_KEY is a secret, and stands in the file'],
    ['infra/kafka/create-topics.ts', 'infra/kafka/topics.ts', 'topics: infra/kafka/topics.ts is not in the image'],
    ['infra/check-health.ts', 'test/README.md infra/tooling/tidy.ts', 'api: infra/tooling/tidy.ts is not in the image'],
    ["restart: 'no'", 'restart: always', 'api: topics will never be service_completed_successfully'],
    [
      '      kafka:\n        condition: service_healthy',
      '      kafka:\n        condition: service_started',
      /^topics: kafka/,
    ],
    ['    depends_on:\n      kafka:', '    depends_on:\n      broker:', 'topics: there is no service broker'],
    [/ {4}healthcheck:\n {6}test: \[CMD, curl[^]*?retries: 12\n/, '', 'eventstoredb: it has no health check'],
    ['      - kafka-data:/var', '      - kafka:/var', 'kafka: the volume kafka is not declared'],
    ['      - kafka-data:/var', '      - data:/var', 'nobody uses the volume kafka-data'],
    ['restart: always', 'restart: on-failure', /^eventstoredb: a former leader ends with code 0/],
    ["EVENTSTORE_CLUSTER_SIZE: '1'", "EVENTSTORE_CLUSTER_SIZE: '3'", 'eventstoredb: there are 1 nodes'],
    ["MinWorkerThreads: '40'", "MinWorkerThreads: ''", 'eventstoredb: its reads wait for threads on a small machine'],
  ];
  for (const [words, others, expected] of faults) {
    const found = planted(words, others);
    const isIt = (one: string): boolean => (typeof expected === 'string' ? one === expected : expected.test(one));
    t.true(found.some(isIt), `${String(words)} → ${others}: ${found.join('; ') || 'nothing was found'}`);
  }
  const seeds = clusterText.replace('eventstoredb-2:2113,eventstoredb-3:2113\n', 'eventstoredb-2:2113\n');
  t.not(seeds, clusterText);
  t.deepEqual(wrongInCompose(joined(whole, parseCompose(seeds)), needs), [
    'eventstoredb: its seeds are not the others',
  ]);
});

test('the Dockerfile makes an image that holds its program, and runs as an unprivileged user', (t) => {
  t.is(image.stages.length, 2);
  t.deepEqual(wrongInDockerfile(dockerfile, readIgnored(), variables), []);
});

test('sabotage: each planted fault of the Dockerfile is found', (t) => {
  const faults: readonly (readonly [words: string, others: string, found: string])[] = [
    ['USER node', 'USER root', 'it runs as root'],
    ['USER node\n', '', 'it runs as root'],
    ['AS dependencies', 'AS packages', 'there is no stage dependencies'],
    ['COPY src ./src', 'COPY source ./src', 'there is no source to copy'],
    ['COPY src ./src', 'COPY test ./src', 'test does not reach the builder'],
    ['COPY src ./src\n', '', 'src/main/serve.ts is not in the image'],
    [
      'COPY src',
      'ADD https://example.com/x.tgz ./x\nCOPY src',
      'ADD https://example.com/x.tgz ./x: COPY says what it does',
    ],
    ['node:24.21.0-bookworm-slim AS service', 'node:latest AS service', 'node:latest is not pinned by a tag'],
    [
      'node:24.21.0-bookworm-slim AS service',
      'node:22.1.0-slim AS service',
      'Node 22.1.0 is not the one that a checkout runs on',
    ],
    ['--omit=dev ', '', 'the install is without --omit=dev'],
    ['--omit=dev', '--omit=dev --omit=optional', '--omit=optional takes the programs of sharp away'],
    ['--ignore-scripts', '', 'the install is without --ignore-scripts'],
    ['CMD ["node", "infra/check-health.ts"]', 'CMD curl -f localhost', 'the image has neither curl nor wget'],
    ['recommends ffmpeg', 'recommends curl', 'nothing installs FFmpeg'],
    ['--no-install-recommends', '', 'FFmpeg: no --no-install-recommends'],
    ['FFMPEG=/usr/bin/ffmpeg', 'FFMPEG=/opt/ffmpeg', 'FFMPEG is not where Debian puts it'],
    ['    FFMPEG=/usr/bin/ffmpeg \\\n', '', 'FFMPEG is not where Debian puts it'],
    ['node_modules/node-av ', '', 'node-av is in the image'],
    ['EXPOSE 8080', 'EXPOSE 80', 'EXPOSE is not PORT'],
    ['VOLUME /data', 'VOLUME /var/data', 'DATA_DIR is no VOLUME'],
    ['HOST=0.0.0.0', 'LISTEN=0.0.0.0', 'nothing reads LISTEN'],
    ['src/main/serve.ts', 'src/main/gone.ts', 'src/main/gone.ts is not in the image'],
  ];
  for (const [words, others, expected] of faults) {
    t.true(dockerfile.includes(words), words);
    const found = wrongInDockerfile(dockerfile.replace(words, others), readIgnored(), variables);
    t.true(found.includes(expected), `${words} → ${others}: ${found.join('; ') || 'nothing was found'}`);
  }
  const blind = readIgnored().replace('!src\n', '');
  t.deepEqual(wrongInDockerfile(dockerfile, blind, variables), ['src does not reach the builder']);
});

test('every name in a page’s commands of docker compose exists', (t) => {
  const asking = pages.filter((page) => page.text.includes('docker compose'));
  t.true(asking.length >= 2);
  for (const page of asking) t.deepEqual(wrongCommands(page.text, cluster, image), [], page.path);
});

test('sabotage: a page that asks for what is not there is found', (t) => {
  const page = [
    '`docker compose -f compose.yml up --scale worker=3`, `docker compose -f infra/compose.yml stop api writer`',
    'docker compose -f infra/compose.yml exec api node src/main/gone.ts --confirm',
  ].join('\n');
  t.deepEqual(wrongCommands(page, cluster, image), [
    'there is no compose.yml',
    'there is no service worker',
    'there is no service writer',
    'src/main/gone.ts is not in the image',
  ]);
});

test('the variables that pages may name are those that the configuration asks for', (t) => {
  t.true(variables.has('S3_SECRET_KEY') && variables.has('JWT_TYPES') && variables.has('HOST'));
  t.deepEqual([...configured].toSorted(), [...variables].toSorted());
});
