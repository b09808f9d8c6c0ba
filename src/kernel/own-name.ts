/** The name of a provider's engine under the key of a workspace: another engine than that under the operator's key. */
const SUFFIX = '_own_key';

export const ownName = (provider: string): string => `${provider}${SUFFIX}`;

/** The provider of such a name; undefined for any other engine. */
export const providerOfOwn = (engine: string): string | undefined =>
  engine.endsWith(SUFFIX) ? engine.slice(0, -SUFFIX.length) : undefined;
