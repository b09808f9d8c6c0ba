/** The files, as the engine and its child process know them. */
export const SPEECH_FORMAT = { rate: 22_050, channels: 1 } as const;
export const SPEECH_FILE = 'speech.wav';
export const WORDS_FILE = 'words.json';
