/**
 * The parts of the Compose specification that the compose files here use, and no others: what is not named is refused,
 * so a misspelt member is found. Written by hand after the specification (`compose-spec.json`); to use another member,
 * look it up there and add it.
 */
const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: text, minItems: 1 } as const;
const duration = { type: 'string', pattern: '^([0-9]+(ms|s|m|h))+$' } as const;
const name = '^[a-zA-Z0-9._-]+$';

const closed = <P extends object>(properties: P, required: readonly (keyof P & string)[] = []) =>
  ({ type: 'object', additionalProperties: false, properties, required }) as const;

const named = (schema: object) =>
  ({ type: 'object', additionalProperties: false, patternProperties: { [name]: schema } }) as const;

const healthcheck = {
  oneOf: [
    closed({ disable: { const: true } }, ['disable']),
    closed(
      {
        test: { type: 'array', minItems: 2, items: text, prefixItems: [{ enum: ['CMD', 'CMD-SHELL'] }] },
        interval: duration,
        timeout: duration,
        start_period: duration,
        retries: { type: 'integer', minimum: 1 },
      },
      ['test', 'interval', 'timeout', 'start_period', 'retries'],
    ),
  ],
} as const;

const condition = {
  enum: ['service_started', 'service_healthy', 'service_completed_successfully'],
} as const;

export const serviceSchema = closed({
  image: text,
  build: closed({ context: text, dockerfile: text, target: text }, ['context', 'dockerfile']),
  command: texts,
  entrypoint: texts,
  /** Null hands on what the shell or the file `.env` sets. */
  environment: {
    type: 'object',
    additionalProperties: false,
    patternProperties: { '^(?:[A-Z][A-Z0-9_]*|DOTNET_[A-Za-z_]+)$': { type: ['string', 'null'] } },
  },
  depends_on: named(closed({ condition }, ['condition'])),
  healthcheck,
  ports: texts,
  profiles: texts,
  volumes: texts,
  tmpfs: texts,
  user: text,
  init: { type: 'boolean' },
  read_only: { type: 'boolean' },
  cap_drop: texts,
  security_opt: texts,
  logging: closed({ driver: text, options: { type: 'object', additionalProperties: text } }),
  restart: { enum: ['no', 'always', 'on-failure', 'unless-stopped'] },
  stop_grace_period: duration,
});

export const composeSchema = {
  ...closed({
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' },
    services: named(serviceSchema),
    volumes: named({ type: 'null' }),
  }),
  patternProperties: { '^x-': true },
  required: ['services'],
} as const;
