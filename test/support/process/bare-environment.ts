import { resolve } from 'node:path';

const { PATH, NODE_COMPILE_CACHE } = process.env;
/** Before a job of an engine changes the current folder. */
const cache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: resolve(NODE_COMPILE_CACHE) };

/** For a process that is to have no setting of the tests: where programs are, and compiled code. */
export const bareEnvironment = (): NodeJS.ProcessEnv => ({ PATH, ...cache });
