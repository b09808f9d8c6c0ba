import { resolve } from 'node:path';

/** For a process that is to have no setting of the tests: where programs are, and compiled code. */
export const bareEnvironment = (): NodeJS.ProcessEnv => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE: resolve(NODE_COMPILE_CACHE) }) };
};
