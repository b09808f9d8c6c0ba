/** A film as it is made: the content of a job, resolved from the request of its kind. */
import { isSpeakable } from '../../../kernel/text.ts';
import type { Caption, ClipRequest } from '../../../ports/engine.ts';
import type { Told } from '../job-answer.ts';
import type { Span } from './scenes.ts';

export type FilmScene = Span & {
  readonly prompt: string;
  /** Key of the object store: the picture that the scene begins with; null for none. */
  readonly startFrameKey: string | null;
  /** Spoken and shown in the scene; empty for none. */
  readonly line: string;
  readonly card: ClipRequest['card'];
};

export type Film = {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly negativePrompt: string | null;
  readonly styleNotes: string | null;
  /** False: a scene without a start frame shows its words on a plain ground. */
  readonly pictures: boolean;
  readonly scenes: readonly FilmScene[];
  readonly captions: boolean;
  /** The voice that speaks the lines; null for none. */
  readonly voice: string | null;
  /** Key of the object store: a sound of the caller, in place of a voice. */
  readonly soundKey?: string;
  /** The prompt of the music; null for none. */
  readonly music: string | null;
};

/** The content of a film's job: the film, and the part of it that its answer tells. */
export type FilmContent = Film & Told;

/** Words as they were spoken: the attachment of the speech. */
export type SpokenWords = readonly Caption[];

/** A film has a voice where it was asked for and there is something to say. */
export const isSpoken = ({ voice, scenes }: Film): boolean =>
  voice !== null && scenes.some(({ line }) => isSpeakable(line));
