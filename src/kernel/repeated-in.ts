/** The places of values that came before. */
export const repeatedIn = (values: readonly unknown[]): readonly number[] => {
  const seen = new Set<unknown>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [index];
    seen.add(value);
    return [];
  });
};
