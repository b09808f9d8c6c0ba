/** Throws: a fault that ends a service ends the test or the benchmark. */
export const fatal = (error: unknown): never => {
  throw error;
};
