/** Tells pictures among bytes of unknown origin, by the bytes alone: neither a name nor a header counts. */

export type CheckedPicture = {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  /** Upright, in pixels. */
  readonly width: number;
  readonly height: number;
};

export type PictureCheck = {
  /**
   * Decodes all of it. Null: no PNG, JPEG or WebP, not whole, over `limits.imageBytesMax` or `limits.imagePixelsMax`.
   * Fault `unavailable`: it could not be looked at now. Where the picture itself may be the reason, `detail.ended` is
   * `late`.
   */
  check(bytes: Uint8Array): Promise<CheckedPicture | null>;
};
