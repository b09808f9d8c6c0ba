/** A value that is made when it is first asked for. After a failure the next caller has it made again. */
export const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return async () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
};
