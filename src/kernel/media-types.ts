/** The content types of sound and film, by the container of their bytes. */
export type Container = 'mp4' | 'mov' | 'matroska' | 'webm' | 'wav' | 'mp3' | 'ogg' | 'aac' | 'flac';

export const mediaTypes: Readonly<Record<'audio' | 'video', Readonly<Partial<Record<Container, string>>>>> = {
  audio: {
    wav: 'audio/wav',
    mp3: 'audio/mpeg',
    mp4: 'audio/mp4',
    aac: 'audio/aac',
    flac: 'audio/flac',
    ogg: 'audio/ogg',
    webm: 'audio/webm',
  },
  video: { mp4: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime' },
};

/** Makers of files use the names of these for each other. */
const SIBLINGS: Readonly<Partial<Record<Container, Container>>> = {
  mp4: 'mov',
  mov: 'mp4',
  webm: 'matroska',
  matroska: 'webm',
};

/** Whether a file of this container may be of the content type. */
export const isContained = (contentType: string, container: Container): boolean =>
  [container, SIBLINGS[container] ?? container].some((one) =>
    Object.values(mediaTypes).some((types) => types[one] === contentType),
  );
