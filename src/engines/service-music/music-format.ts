/** The sound, as the engine and its child process know it. */
export const MUSIC_FORMAT = { rate: 44_100, channels: 2 } as const;
export const MUSIC_FILE = 'music.wav';
