/** The part of the library that is used; it has no types of its own. */
declare module '@echogarden/espeak-ng-emscripten' {
  export type SpeechEvent = {
    readonly type: string;
    /** In milliseconds. */
    readonly audio_position: number;
    /** In code points, from 1. */
    readonly text_position: number;
  };

  export type SpeechWorker = {
    /** 0: there is such a voice. */
    set_voice(name: string): number;
    set_rate(wordsPerMinute: number): number;
    /** The samples are overwritten after the call. */
    synthesize(text: string, hear: (samples: Int16Array | null, events: readonly SpeechEvent[]) => void): void;
  };

  const initialise: () => Promise<{ readonly eSpeakNGWorker: new () => SpeechWorker }>;
  export default initialise;
}
