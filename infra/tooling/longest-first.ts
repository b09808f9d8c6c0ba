/** An order of test files for ava: the one whose path has this part, and then the others as they were. */
export const longestFirst =
  (part: string) =>
  (one: string, other: string): number =>
    Number(other.includes(part)) - Number(one.includes(part));
