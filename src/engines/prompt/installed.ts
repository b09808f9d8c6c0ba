/** Finds a package as an import would. Throws when it is not installed. */
export type Resolve = (name: string) => string;

const fromHere: Resolve = (name) => import.meta.resolve(name);

/** Whether all packages are there; optional ones are missing where they were left out of an install. */
export const areInstalled = (names: readonly string[], resolve = fromHere): boolean =>
  names.every((name) => {
    try {
      return resolve(name) !== '';
    } catch {
      return false;
    }
  });
