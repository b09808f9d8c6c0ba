/** Compose files taken apart, and what is wrong with them; no container engine is asked. */
import { join, normalize } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { limits } from '../../../src/kernel/limits.ts';
import { readConfig, type RoleName } from '../../../src/main/config.ts';
import { composeSchema } from './compose-schema.ts';
import { type Dockerfile, environmentOf, holds, scriptsIn } from './dockerfile.ts';
import { composeVariables, ofAnyProvider, ofEachProvider } from './variables.ts';
import { readText } from './tree.ts';

export type Service = {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly target?: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: true };
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly restart?: string;
  readonly stop_grace_period?: string;
};

export type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
};

export const readCompose = (name: string): string => readText(`infra/${name}`);

export const parseCompose = (text: string): Compose => parse(text, { merge: true }) as Compose;

/** The merge of `-f one -f other`, as far as it is used here: maps are joined, all else is replaced. */
export const joined = (one: Compose, other: Compose): Compose => joinMaps(one, other) as Compose;

const joinMaps = (one: unknown, other: unknown): unknown => {
  if (!isMap(one) || !isMap(other)) return other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => [name, name in other ? joinMaps(one[name], other[name]) : one[name]]),
  );
};

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const INTERPOLATED = /(?<!\$)\$\{(\w+)(?::-([^}]*))?\}/g;

/** As it is where nothing is set. */
const filled = (text: string): string => text.replace(INTERPOLATED, (_, __, fallback: string = '') => fallback);

export type ComposeNeeds = { readonly image: Dockerfile; readonly variables: ReadonlySet<string> };

/** All that is wrong, as sentences that name the service. `text`: of the file, or of several that are joined. */
export const wrongInCompose = (compose: Compose, needs: ComposeNeeds): readonly string[] => [
  ...wrongStructure(compose),
  ...Object.entries(compose.services).flatMap(([name, service]) =>
    wrongService(name, service, compose, needs).map((finding) => `${name}: ${finding}`),
  ),
  ...wrongWhole(compose),
];

const wrongService = (name: string, service: Service, compose: Compose, needs: ComposeNeeds): readonly string[] => [
  ...wrongImage(service, needs),
  ...wrongVariables(service, needs),
  ...wrongHealth(service),
  ...wrongDependencies(service, compose),
  ...wrongScripts(service, needs),
  ...wrongVolumes(service, compose),
  ...wrongSecrets(service),
  ...(service.build === undefined ? [] : [...wrongHardening(service), ...wrongRole(name, service, compose, needs)]),
];

const isValid = new Ajv2020({ strict: true, strictTuples: false, allErrors: true }).compile(composeSchema);

/** Of one file, by the specification. */
export const wrongStructure = (compose: unknown): readonly string[] =>
  isValid(compose) ? [] : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

const isJob = ({ restart }: Service): boolean => restart === 'no';

const wrongImage = ({ image = '', build }: Service, { image: file }: ComposeNeeds): readonly string[] => {
  const isPinned = /:(?!latest$)[\w.-]+$/.test(filled(image));
  if (build === undefined) return isPinned && /\d/.test(image) ? [] : [`${image} is not pinned by a tag`];
  const place = normalize(join('infra', build.context, build.dockerfile));
  return [
    ...(isPinned ? [] : [`${image} has no tag`]),
    ...(place === 'infra/Dockerfile' ? [] : [`there is no ${place}`]),
    ...(file.stages.some(({ name }) => name === build.target) ? [] : [`there is no stage ${build.target}`]),
  ];
};

const wrongVariables = ({ build, ...service }: Service, { image, variables }: ComposeNeeds): readonly string[] => {
  const names = build === undefined ? [] : Object.keys(service.environment ?? {});
  const given = new Set([...names, ...Object.keys(environmentOf(image))]);
  const lost =
    build === undefined || isJob(service) ? [] : ofEachProvider(variables).filter((name) => !given.has(name));
  const asked = [...JSON.stringify(service).matchAll(INTERPOLATED)].map(([, name = '']) => name);
  const known = (name: string): boolean => variables.has(ofAnyProvider(name));
  return [
    ...lost.map((name) => `no process is given ${name}`),
    ...names.filter((name) => !known(name)).map((name) => `nothing reads ${name}`),
    ...asked.filter((name) => !known(name) && !composeVariables.includes(name)).map((name) => `nobody sets ${name}`),
  ];
};

const wrongHealth = (service: Service): readonly string[] => {
  const { healthcheck } = service;
  if (isJob(service)) return healthcheck?.disable === true ? [] : ['a job has no health'];
  return healthcheck?.test === undefined ? ['it has no health check'] : [];
};

const wrongDependencies = ({ depends_on = {} }: Service, { services }: Compose): readonly string[] =>
  Object.entries(depends_on).flatMap(([name, { condition }]) => {
    const other = services[name];
    if (other === undefined) return [`there is no service ${name}`];
    if (condition === 'service_started') return [`${name}: that it was started says nothing`];
    if (isJob(other) === (condition === 'service_completed_successfully')) return [];
    return [`${name} will never be ${condition}`];
  });

const wrongScripts = ({ build, command = [], healthcheck }: Service, { image }: ComposeNeeds): readonly string[] =>
  build === undefined
    ? []
    : [...command, ...(healthcheck?.test ?? [])]
        .flatMap(scriptsIn)
        .filter((path) => !holds(image, path))
        .map((path) => `${path} is not in the image`);

const wrongVolumes = ({ volumes = [] }: Service, compose: Compose): readonly string[] =>
  volumes
    .map((volume) => volume.split(':')[0] ?? '')
    .filter((name) => !(name in (compose.volumes ?? {})))
    .map((name) => `the volume ${name} is not declared`);

const wrongSecrets = ({ environment = {} }: Service): readonly string[] =>
  Object.entries(environment)
    .filter(
      ([name, value]) =>
        (/SECRET|PASSWORD|TOKEN|_KEY$/.test(name) && filled(value ?? '') !== '') || /:\/\/[^/]*@/.test(value ?? ''),
    )
    .map(([name]) => `${name} is a secret, and stands in the file`);

const wrongHardening = ({ user = 'root', read_only, tmpfs = [], cap_drop = [] }: Service): readonly string[] => [
  ...(/^(?:root|0)\b/.test(user) ? ['it runs as root'] : []),
  ...(read_only === true ? [] : ['its root file system can be written']),
  ...(tmpfs.includes('/tmp') ? [] : ['it has no /tmp']),
  ...(cap_drop.includes('ALL') ? [] : ['it keeps capabilities']),
];

/** The configuration that the service reads from its environment. */
const configOf = ({ environment = {} }: Service, { image }: ComposeNeeds) => {
  const set = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== null);
  return readConfig({
    ...environmentOf(image),
    ...Object.fromEntries(set.map(([name, value]) => [name, filled(value)])),
  });
};

/** All waits of a stop in order: the server, the consumers, the commands; then the leaving members. */
const STOP_MS = 3 * limits.shutdownGraceMs + 2 * limits.kafkaLeaveMaxMs + limits.mongoSelectMs;

const wrongRole = (name: string, service: Service, compose: Compose, needs: ComposeNeeds): readonly string[] => {
  try {
    const config = configOf(service, needs);
    const { eventStoreDb, mongoDb, kafka } = config.servers;
    const addresses = [eventStoreDb?.url, mongoDb?.url, ...(kafka?.brokers ?? [])].filter((one) => one !== undefined);
    const wrong = addresses.flatMap((address) => wrongAddress(address, compose));
    if (isJob(service)) return wrong;
    const graceMs = 1_000 * Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1] ?? 0);
    const mounts = (service.volumes ?? []).map((volume) => volume.split(':')[1]);
    const published = (service.ports ?? []).map((port) => Number(/:(\d+)$/.exec(filled(port))?.[1]));
    return [
      ...wrong,
      ...(config.roles.size === 1 && config.roles.has(name as RoleName) ? [] : ['its role is not its name']),
      ...(config.listens && config.host === '0.0.0.0' ? [] : ['nobody can ask for its health']),
      ...(published.every((port) => port === config.port) ? [] : [`it publishes a port that is not ${config.port}`]),
      ...(mounts.includes(config.dataDir) ? [] : ['its DATA_DIR is no volume']),
      ...(graceMs >= STOP_MS ? [] : [`a stop may take ${STOP_MS} ms`]),
    ];
  } catch (error) {
    return [(error as Error).message];
  }
};

/** Where the programs of images listen, unless told otherwise. */
const USUAL_PORTS: Readonly<Record<string, string>> = { 'eventstore/eventstore': '2113', mongo: '27017' };

/** Each `host:port` of an address must be a service, and a port that it listens on. */
const wrongAddress = (address: string, { services }: Compose): readonly string[] =>
  [...address.matchAll(/([\w.-]+):(\d+)/g)].flatMap(([, host = '', port = '']) => {
    const service = services[host];
    if (service === undefined) return [`there is no service ${host}`];
    const usual = USUAL_PORTS[(service.image ?? '').split(':')[0] ?? ''];
    const said = Object.values(service.environment ?? {}).some((value) => value?.includes(`${host}:${port}`));
    return usual === port || said ? [] : [`${host} does not listen on ${port}`];
  });

const ROLES: readonly RoleName[] = ['api', 'projector', 'relay', 'dispatcher', 'scorer', 'supervisor'];

const wrongWhole = ({ services, volumes = {} }: Compose): readonly string[] => {
  const used = new Set(
    Object.values(services).flatMap((service) => (service.volumes ?? []).map((one) => one.split(':')[0])),
  );
  const nodes = Object.entries(services).filter(([, { image }]) => image?.startsWith('eventstore/'));
  const others = (own: string): string => nodes.flatMap(([name]) => (name === own ? [] : [`${name}:2113`])).join(',');
  return [
    ...ROLES.filter((role) => services[role] === undefined).map((role) => `nobody is the ${role}`),
    ...Object.keys(volumes)
      .filter((name) => !used.has(name))
      .map((name) => `nobody uses the volume ${name}`),
    ...nodes.flatMap(([name, { restart, environment = {} }]) => [
      ...(restart === 'always' ? [] : [`${name}: a former leader ends with code 0, and nobody starts it again`]),
      ...(environment['EVENTSTORE_CLUSTER_SIZE'] === String(nodes.length)
        ? []
        : [`${name}: there are ${nodes.length} nodes`]),
      ...((environment['EVENTSTORE_GOSSIP_SEED'] ?? '') === others(name)
        ? []
        : [`${name}: its seeds are not the others`]),
      ...(environment['EVENTSTORE_NODE_HOST_ADVERTISE_AS'] === name ? [] : [`${name}: it goes by another name`]),
      ...(environment['DOTNET_ThreadPool_ForceMinWorkerThreads'] === '40'
        ? []
        : [`${name}: its reads wait for threads on a small machine`]),
    ]),
  ];
};

/** Missing services, files and scripts in a page's commands of `docker compose`. */
export const wrongCommands = (text: string, compose: Compose, image: Dockerfile): readonly string[] =>
  [...text.replace(/\\\n\s*/g, '').matchAll(/docker compose ([^`\n]+)/g)].flatMap(([, words = '']) => {
    const files = [...words.matchAll(/-f (\S+)/g)].map(([, file = '']) => file);
    const called = /\b(?:exec|run|stop|start|restart|logs|up|rm|ps|kill)\b(.*)/.exec(words)?.[1] ?? '';
    const scaled = [...called.matchAll(/--scale (\S+)=/g)].map(([, name = '']) => name);
    const [first = '', ...rest] = called
      .replace(/--scale \S+/g, '')
      .split(/\s+/)
      .filter((word) => /^[a-z]/.test(word));
    const isOne = /\b(?:exec|run)\b/.test(words);
    const names = isOne ? [first] : [first, ...rest].filter((word) => word !== '');
    return [
      ...files.filter((file) => !/^infra\/compose(?:\.cluster)?\.yml$/.test(file)).map((file) => `there is no ${file}`),
      ...[...names, ...scaled]
        .filter((name) => !(name in compose.services))
        .map((name) => `there is no service ${name}`),
      ...(isOne ? scriptsIn(rest.join(' ')) : [])
        .filter((path) => !holds(image, path))
        .map((path) => `${path} is not in the image`),
    ];
  });
