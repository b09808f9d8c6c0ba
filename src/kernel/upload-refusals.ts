/** Why the content of an upload is refused, as the log keeps it and as clients see it. */
export const uploadRefusals = [
  /** Another size than the client named, or more than the category takes. */
  'size_differs',
  'too_large',
  /** No whole picture within the bounds of pixels. */
  'not_a_picture',
  /** Media of another type than the client named, or of another kind than the category takes. */
  'type_differs',
  // Of sounds and films, as the look at them tells.
  'empty',
  /** No container that is known, by its bytes. */
  'unknown_format',
  /** Torn or contradictory, or its parser ran out of memory. */
  'broken',
  /** Its parser did not end in time, or was stopped by the machine, the last look included. */
  'timed_out',
  'no_track',
  'too_many_tracks',
  'unknown_codec',
  'too_long',
  'too_many_pixels',
] as const;

export type UploadRefusalCode = (typeof uploadRefusals)[number];
