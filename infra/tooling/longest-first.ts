/** An order of test files for ava: those whose path has the first part, the second, and so on; then all others. */
export const longestFirst = (...parts: readonly string[]): ((one: string, other: string) => number) => {
  const rank = (path: string): number => {
    const index = parts.findIndex((part) => path.includes(part));
    return index === -1 ? parts.length : index;
  };
  return (one, other) => rank(one) - rank(other);
};
