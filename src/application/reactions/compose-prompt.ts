/** The prompt as sent: a function of the manifest's requirement, the ladder's corrections and a person's additions. */
import { contentHash } from '../../kernel/canonical-json.ts';
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

/** What `AttemptClaimed` records of it. */
export const promptHashOf = (parts: PromptParts): string => contentHash(parts);
