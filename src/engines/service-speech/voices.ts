/** The voices, and the names that the speaking machine has for them. */
import type { Voice } from '../../ports/engine.ts';

type Own = Voice & {
  /** Its name in the machine. */
  readonly machine: string;
  /** Whether its script parts words by spaces. */
  readonly spaced: boolean;
};

const own = (id: string, name: string, language: string, machine: string, spaced = true): Own => ({
  id,
  name,
  language,
  machine,
  spaced,
});

/** The first one is the default of the service's clients. */
const all: readonly Own[] = [
  own('speech-2.8-hd', 'English, the default', 'en-US', 'en-us'),
  own('en', 'English', 'en-US', 'en-us'),
  own('es', 'Spanish', 'es', 'es'),
  own('de', 'German', 'de', 'de'),
  own('pt', 'Portuguese', 'pt-BR', 'pt-br'),
  own('fr', 'French', 'fr', 'fr'),
  own('ja', 'Japanese', 'ja', 'ja', false),
  own('zh', 'Chinese', 'zh', 'cmn', false),
  own('ru', 'Russian', 'ru', 'ru'),
];

export const voices: readonly Voice[] = all.map(({ id, name, language }) => ({ id, name, language }));

export const voiceOf = (id: string): Own | undefined => all.find((voice) => voice.id === id);
