/** The environment of a process that is to have all in its data folder, whatever servers this run was given. */
const OF_SERVERS = /^(?:EVENTSTOREDB|MONGODB|KAFKA|S3|JWKS|JWT)_/;

export const embeddedEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_SERVERS.test(name)));
