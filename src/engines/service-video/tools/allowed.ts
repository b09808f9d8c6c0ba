/** The kinds of files that are read. Only named formats and codecs are ever tried, and nothing but the file itself. */

/** `formats` and `codecs` by their names in FFmpeg, by commas. */
export type Allowed = { readonly formats: string; readonly codecs: string };

export const FILMS: Allowed = { formats: 'mov,mp4,m4a,3gp,3g2,mj2', codecs: 'h264,aac,mov_text' };
/** Sound as the service makes and takes it. */
export const SOUNDS: Allowed = {
  formats: 'wav,mp3,aac,mov,mp4,m4a,3gp,3g2,mj2,ogg,flac,matroska,webm',
  codecs: 'pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,pcm_u8,mp3,mp3float,aac,vorbis,opus,flac',
};
