/** The sound, as the engine and its child process know it. */
export const MUSIC_FORMAT = { rate: 44_100, channels: 2 } as const;
export const MUSIC_FILE = 'music.wav';
/** Frames that are made at once; a note begins at the beginning of some. 6 ms are not heard. */
export const BLOCK_FRAMES = 256;
