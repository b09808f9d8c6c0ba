/** The prompt as sent: a function of the manifest's requirement, the ladder's corrections and a person's additions. */
import { contentHash } from '../../kernel/canonical-json.ts';
import { Fault, isFault } from '../../kernel/faults.ts';
import type { Manifest, ManifestRequirement } from '../planning/manifest.ts';

export type PromptParts = {
  readonly prompt: string;
  readonly negativePrompt: string | null;
  readonly styleNotes: string | null;
};

export const composePrompt = (
  manifest: Pick<Manifest, 'negativePrompt' | 'styleNotes'>,
  requirement: Pick<ManifestRequirement, 'prompt'>,
  corrections: readonly string[],
  additions: readonly string[],
): PromptParts => ({
  prompt: [requirement.prompt, ...corrections, ...additions].join('\n'),
  negativePrompt: manifest.negativePrompt,
  styleNotes: manifest.styleNotes,
});

/** What an attempt is made of; where the store has lost it the attempt fails before any engine is asked. */
export type Planned<T extends { readonly parts: PromptParts }> = {
  /** For the claim: of nothing where all that it is made of is gone. */
  readonly promptHash: string;
  /** Fault `rejected`: it is lost, and asking again does not bring it back. */
  readonly content: () => T;
};

/** Takes fault `lost` for an answer; all others are thrown. */
export const planned = async <T extends { readonly parts: PromptParts }>(load: Promise<T>): Promise<Planned<T>> => {
  try {
    const content = await load;
    return { promptHash: promptHashOf(content.parts), content: () => content };
  } catch (cause) {
    if (!isFault(cause, 'lost')) throw cause;
    const content = (): never => {
      throw new Fault('rejected', 'what this picture was planned with is lost', { cause });
    };
    return { promptHash: promptHashOf({ prompt: '', negativePrompt: null, styleNotes: null }), content };
  }
};

/** What `AttemptClaimed` records of it. */
export const promptHashOf = (parts: PromptParts): string => contentHash(parts);
