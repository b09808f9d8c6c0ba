/** A film as a job: its engines, its tasks and its content. */
import type { JobPlan } from '../start-job.ts';
import { ok, type Result } from '../../calls/result.ts';
import type { Services } from '../../services/services.ts';
import type { Makes } from '../../../ports/engine.ts';
import { AUTO, chooseEngines, type Fits } from '../resolve-engines.ts';
import { hasVoice, speaksOnTime } from '../speech/choose-voice.ts';
import { drawSeed } from '../seeds.ts';
import type { Wanted } from '../answer-call.ts';
import { type Checkpoints, filmTasks } from './film-tasks.ts';
import { type Film, type FilmContent, isSpoken } from './film.ts';

type Asked = Pick<Wanted, 'kind' | 'operation' | 'projectId'> & {
  readonly film: Film;
  readonly checkpoints: Checkpoints;
  /** The engine of the scenes; `auto` for any. */
  readonly engine: string;
  /** One is drawn unless stated: the same film under the same seed is the same. */
  readonly seed?: number | undefined;
  readonly limitations: readonly string[];
};

/** Refusals: those of the engines. */
export const wantFilm = async (
  deps: Pick<Services, 'engines' | 'prices' | 'ids'>,
  { film, checkpoints, engine, seed = drawSeed(deps.ids), limitations, ...job }: Asked,
): Promise<Result<Wanted>> => {
  const engines: JobPlan['engines'][number][] = [];
  for (const makes of makesOf(film)) {
    // The provider that was asked for makes the scenes; a film is put together by any engine that can.
    const chosen = await chooseEngines(deps, makes, makes === 'clip' ? engine : AUTO, fitsOf(film, makes));
    if (chosen.kind === 'refused') return chosen;
    engines.push({ makes, names: [...chosen.value] });
  }
  const tasks = filmTasks(film, seed, checkpoints);
  const content: FilmContent = { ...film, seed, ...(limitations.length === 0 ? {} : { limitations }) };
  return ok({ ...job, settle: 'whole', engines, content, tasks });
};

/** A voice is of one engine, or of several under the same id. */
const fitsOf = ({ voice }: Film, makes: Makes): Fits =>
  makes === 'speech' && voice !== null ? (engine) => speaksOnTime(engine) && hasVoice(voice)(engine) : () => true;

const makesOf = (film: Film): readonly Makes[] => [
  'clip',
  'assembly',
  'report',
  ...(isSpoken(film) ? (['speech'] as const) : []),
  ...(film.music === null ? [] : (['music'] as const)),
];
