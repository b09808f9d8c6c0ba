/** Checks pictures of unknown origin with the scorer's decoder, and so within its bounds. */
import type { Gate } from '../kernel/gate.ts';
import { rasterTypeOf } from '../kernel/picture-type.ts';
import type { CheckedPicture, PictureCheck } from '../ports/picture-check.ts';
import { decode } from './pixels.ts';

/** `gate` is the one that all picture work of the process goes through. */
export const createPictureCheck = ({ gate }: { readonly gate: Gate }): PictureCheck =>
  Object.freeze({ check: async (bytes: Uint8Array) => gate.run(async () => checked(bytes)) });

const checked = async (bytes: Uint8Array): Promise<CheckedPicture | null> => {
  const contentType = rasterTypeOf(bytes);
  const pixels = await decode(bytes);
  if (contentType === null || pixels === null) return null;
  return { contentType, width: pixels.width, height: pixels.height };
};
