/** The common part of suites of generated clients: a service, its document, and their story. */
import type { ExecutionContext } from 'ava';
import { sectionOf, stepsOf } from '../architecture/document.ts';
import { readText } from '../architecture/tree.ts';
import { quickMusic, quickSpeech, quickVideo } from '../engines/media-engines.ts';
import { quickEngine, quickMakers } from '../engines/quick-makers.ts';
import { runProgram } from '../process/run-program.ts';
import { givenService } from '../service/real-service.ts';

export type Json = Readonly<Record<string, unknown>>;

/**
 * The output of the README from its first request up to the operator's part. Values that differ from run to run are
 * left out.
 */
export const readmeStory = (): readonly string[] => {
  const section = sectionOf(readText('README.md'), 'The first five minutes');
  const [, ...steps] = stepsOf(section);
  const ofClients = steps.slice(
    0,
    steps.findIndex(({ commands }) => commands.text.includes('npm run -s grant')),
  );
  const printed = ofClients.flatMap((step) => (step.printed ?? '').trimEnd().split('\n'));
  return printed.filter((line) => !line.includes('…'));
};

export type StoryService = { readonly baseUrl: string; readonly token: string; readonly document: Json };

/** The service, with quick makers of all kinds, which no client can tell. Their pictures have the type of real ones. */
export const givenStoryService = async (t: ExecutionContext): Promise<StoryService> => {
  const pictures = quickEngine();
  const perform: typeof pictures.perform = async (...asked) => {
    const done = await pictures.perform(...asked);
    return done.kind === 'done' ? { ...done, output: { ...done.output, contentType: 'image/jpeg' } } : done;
  };
  const makers = quickMakers({ ...pictures, perform }, quickMusic(), quickSpeech(), quickVideo());
  const { baseUrl, token } = await givenService(t, { makers });
  const response = await fetch(`${baseUrl}/api/v1/openapi?include=extensions`);
  return {
    baseUrl,
    token: await token('alice', 'read plan mutate spend approve'),
    document: (await response.json()) as Json,
  };
};

export type Ran = { readonly status: number | null; readonly output: string };

/** `output`: of both streams. */
export const run = async (...program: Parameters<typeof runProgram>): Promise<Ran> => {
  const { status, stdout, stderr } = await runProgram(...program);
  return { status, output: stdout + stderr };
};
