export const mediaStream = (mediaId: string): string => `media-${mediaId}`;
