/** Providers of media over HTTP, each where its address is given. */
import type { Provider } from '../engines/remote/create-remote-engine.ts';
import { FILM_SOUNDS } from '../engines/sound/film-sounds.ts';
import { objectIn } from '../kernel/json.ts';
import { limits } from '../kernel/limits.ts';
import type { Makes, Voice } from '../ports/engine.ts';
import {
  choice,
  ConfigError,
  type Environment,
  integer,
  list,
  nothingWithout,
  required,
  text,
} from './config-values.ts';

const LETTERS = ['A', 'B', 'C', 'D'] as const;

export const providersOf = (env: Environment): readonly Provider[] => {
  refuseUnknown(env);
  return LETTERS.map((letter) => providerOf(env, `PROVIDER_${letter}`)).filter((provider) => provider !== null);
};

/** A misspelt limit or price would be left out in silence. */
const refuseUnknown = (env: Environment): void => {
  for (const name of Object.keys(env).filter((one) => /^PROVIDER_[A-Z]_/.test(one))) {
    const [, letter, member = ''] = /^PROVIDER_(.)_(.*)$/.exec(name) ?? [];
    if (!LETTERS.some((one) => one === letter)) {
      throw new ConfigError(name, '…', `a variable of provider ${LETTERS.join(', ')}: there are no others`);
    }
    if (!['URL', ...OTHERS].includes(member)) {
      throw new ConfigError(name, '…', `PROVIDER_${letter} with ${['URL', ...OTHERS].join(', ')}`);
    }
  }
};

const OTHERS = ['KEY', 'KIND', 'MODELS', 'PRICES', 'VOICES', 'SOUNDS', 'RATE_PER_MINUTE', 'CONCURRENCY'];

const providerOf = (env: Environment, prefix: string): Provider | null => {
  const named = `${prefix}_URL`;
  const url = urlOf(env, named);
  if (url === null)
    return nothingWithout(
      env,
      named,
      OTHERS.map((other) => `${prefix}_${other}`),
    );
  const prices = pricesOf(env, `${prefix}_PRICES`, named);
  const voices = voicesOf(env, `${prefix}_VOICES`);
  if (prices.speech !== undefined && voices.length === 0) {
    throw new ConfigError(`${prefix}_VOICES`, '', 'a provider that speaks has voices, such as emma:en-GB,jo:de');
  }
  const key = text(env, `${prefix}_KEY`) ?? null;
  // A header that Node refuses would fail each call, and say the key.
  if (key !== null && (!/^[\x21-\x7e]+$/.test(key) || key.length > limits.remoteKeyCharsMax)) {
    throw new ConfigError(`${prefix}_KEY`, '…', 'printable characters of ASCII without spaces');
  }
  const kind = choice(env, `${prefix}_KIND`, ['gateway', 'openai'], 'gateway');
  const models = modelsOf(env, prefix, kind, prices);
  const pace = {
    perMinute: limitOf(env, `${prefix}_RATE_PER_MINUTE`),
    concurrency: limitOf(env, `${prefix}_CONCURRENCY`),
  };
  const sounds = soundsOf(env, `${prefix}_SOUNDS`, kind, prices);
  return { name: prefix.toLowerCase(), url, key, kind, models, prices, voices, sounds, pace };
};

/** The provider fetches the sound from this service. */
const soundsOf = (
  env: Environment,
  name: string,
  kind: Provider['kind'],
  prices: Provider['prices'],
): Provider['sounds'] => {
  const given = text(env, name);
  if (given === undefined) return [];
  if (kind !== 'gateway' || prices.clip === undefined || text(env, 'PUBLIC_URL') === undefined) {
    throw new ConfigError(name, given, 'only beside PUBLIC_URL, for a gateway with a price of clip');
  }
  const wanted = given.split(',').map((one) => one.trim());
  const { containers } = FILM_SOUNDS;
  const sounds = containers.filter((container) => wanted.includes(container));
  if (sounds.length === wanted.length) return sounds;
  throw new ConfigError(name, given, `different ones by commas of ${containers.join(', ')}`);
};

/** Null where it is not set: no limit. */
const limitOf = (env: Environment, name: string): number | null =>
  text(env, name) === undefined ? null : integer(env, name, 1, 1, limits.paceLimitMax);

/** A password in it would be seen in logs of proxies; the key has a variable of its own. */
const urlOf = (env: Environment, name: string): string | null => {
  const given = text(env, name);
  if (given === undefined) return null;
  const url = given.length <= limits.remoteUrlCharsMax ? URL.parse(given) : null;
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (isPlain && /^https?:$/.test(url.protocol)) return given;
  throw new ConfigError(name, '…', 'an http or https address without a password, query or fragment');
};

/** Of the calls that `openai` names, each needs a model; a gateway chooses its own. */
const modelsOf = (
  env: Environment,
  prefix: string,
  kind: Provider['kind'],
  prices: Provider['prices'],
): Provider['models'] => {
  const name = `${prefix}_MODELS`;
  const given = text(env, name);
  if (kind === 'gateway') {
    if (given === undefined) return {};
    throw new ConfigError(name, given, 'a gateway chooses its models itself: leave it out');
  }
  const made = Object.keys(prices);
  if (!made.every((makes) => makes === 'image' || makes === 'speech')) {
    throw new ConfigError(`${prefix}_PRICES`, made.join(), 'a provider of the kind openai makes image and speech');
  }
  const models = Object.entries(objectIn(given ?? '') ?? {});
  const isModel = (entry: [string, unknown]): entry is [string, string] =>
    made.some((one) => one === entry[0]) &&
    typeof entry[1] === 'string' &&
    entry[1] !== '' &&
    entry[1].length <= limits.remoteModelCharsMax;
  if (models.length === made.length && models.every(isModel)) return Object.fromEntries(models);
  throw new ConfigError(name, given ?? '', `JSON with a model for each of ${made.join(', ')}`);
};

const MAKES: readonly Makes[] = ['image', 'clip', 'speech', 'music'];

const pricesOf = (env: Environment, name: string, beside: string): Provider['prices'] => {
  const given = required(env, name, beside);
  const entries = Object.entries(objectIn(given) ?? {});
  const isPriced = ([makes, price]: [string, unknown]): boolean =>
    MAKES.some((one) => one === makes) &&
    Number.isSafeInteger(price) &&
    Number(price) >= 0 &&
    Number(price) <= limits.remotePriceMax;
  if (entries.length > 0 && entries.every(isPriced)) return Object.fromEntries(entries);
  throw new ConfigError(name, given, `JSON such as {"image": 4} of ${MAKES.join(', ')}`);
};

const VOICE = /^([A-Za-z0-9._-]+):([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)$/;

const voicesOf = (env: Environment, name: string): readonly Voice[] => {
  const known = 'voices by commas, each with its language, such as emma:en-GB,jo:de';
  const voices = list(env, name, (one) => VOICE.test(one), known) ?? [];
  if (voices.length > limits.remoteVoicesMax) throw new ConfigError(name, '…', known);
  return voices.map((voice) => {
    const [, id = '', language = ''] = VOICE.exec(voice) ?? [];
    return { id, name: id, language };
  });
};
