/** The engine of an attempt, by the name that the log has of it. */
import { providerOfOwn } from '../../kernel/own-name.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Services } from './services.ts';

/** The engine of an attempt, and the key that it is called under; null for the operator's, or none. */
export type AttemptEngine =
  | { readonly kind: 'found'; readonly engine: Engine; readonly fingerprint: string | null }
  | { readonly kind: 'key_removed' }
  | { readonly kind: 'not_configured' };

/** As things are now: `name` as the log has it. */
export const engineOfAttempt = async (
  { engines, own }: Pick<Services, 'engines' | 'own'>,
  workspaceId: string,
  name: string,
): Promise<AttemptEngine> => {
  const provider = providerOfOwn(name);
  if (provider === undefined) {
    const engine = engines.get(name);
    return engine === undefined ? { kind: 'not_configured' } : { kind: 'found', engine, fingerprint: null };
  }
  if (own?.providers.has(provider) !== true) return { kind: 'not_configured' };
  const found = (await own.of(workspaceId)).get(provider);
  return found === undefined ? { kind: 'key_removed' } : { kind: 'found', ...found };
};
