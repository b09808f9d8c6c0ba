/** The answer of a child that made a sound: how many frames it has. Undefined for any other value. */
export const soundAnswer = (value: unknown): { readonly frames: number } | undefined => {
  if (typeof value !== 'object' || value === null || !('frames' in value)) return undefined;
  const { frames } = value;
  return typeof frames === 'number' && Number.isSafeInteger(frames) && frames > 0 ? { frames } : undefined;
};
