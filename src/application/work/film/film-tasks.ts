/**
 * The tasks of a film, in their order: the speech, whose words captions follow, the music, the scenes, the film of all
 * of them, a report on it.
 */
import type { TaskDraft } from '../job-tasks.ts';
import { frameSeed } from '../seeds.ts';
import { wordCount } from '../speech/spoken.ts';
import { type Film, isSpoken } from './film.ts';
import { lengthOf } from './scenes.ts';

/** Where a person decides: before the first scene, or before each later one. */
export type Checkpoints = { readonly atStart: boolean; readonly between: boolean };

export const NO_CHECKPOINTS: Checkpoints = { atStart: false, between: false };

export const SPEECH = 'speech';
export const MUSIC = 'music';
export const FILM = 'film';
const REPORT = 'report';
export const sceneTaskId = (scene: number): string => `scene-${String(scene).padStart(4, '0')}`;

type Draft = Omit<TaskDraft, 'seed'>;

export const filmTasks = (film: Film, seed: number, checkpoints: Checkpoints): readonly TaskDraft[] =>
  draftsOf(film, checkpoints).map((draft, index) => ({ ...draft, seed: frameSeed(seed, index) }));

const draftsOf = (film: Film, { atStart, between }: Checkpoints): readonly Draft[] => {
  const spoken = isSpoken(film);
  const after = spoken && film.captions ? [SPEECH] : [];
  return [
    ...(spoken ? [speechOf(film)] : []),
    // Before the scenes: a stop between two of them leaves out all that follows.
    ...(film.music === null ? [] : [musicOf(film)]),
    ...film.scenes.map((_, scene): Draft => {
      const isStop = scene === 0 ? atStart : between;
      // A person sees a scene before the next one is made.
      const before = scene > 0 && between ? [sceneTaskId(scene - 1)] : [];
      return {
        taskId: sceneTaskId(scene),
        after: [...after, ...before],
        ...(isStop ? { checkpoint: true } : {}),
        priced: { makes: 'clip' },
      };
    }),
    { taskId: FILM, afterAll: true, title: film.title, priced: { makes: 'assembly' } },
    { taskId: REPORT, afterAll: true, priced: { makes: 'report' } },
  ];
};

const speechOf = ({ scenes }: Film): Draft => {
  const words = scenes.reduce((sum, { line }) => sum + wordCount(line), 0);
  return { taskId: SPEECH, priced: { makes: 'speech', words } };
};

const musicOf = ({ scenes }: Film): Draft => ({
  taskId: MUSIC,
  priced: { makes: 'music', durationMs: lengthOf(scenes) },
});
