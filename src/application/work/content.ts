/** The content that a task asks an engine for, beside its seed. */
import { contentHash } from '../../kernel/canonical-json.ts';
import { Fault, isFault } from '../../kernel/faults.ts';

export type PromptParts = {
  readonly prompt: string;
  readonly negativePrompt: string | null;
  readonly styleNotes: string | null;
};

export type TaskContent = {
  readonly parts: PromptParts;
  readonly width: number;
  readonly height: number;
  /** Keys of the object store: pictures to stay close to, the continued one first. */
  readonly referenceKeys: readonly string[];
};

/** The inputs of an attempt; where the store has lost them the attempt fails before any engine is asked. */
export type Planned = {
  /** For the claim: of nothing where all that it is made of is gone. */
  readonly promptHash: string;
  /** Fault `rejected`: it is lost, and asking again does not bring it back. */
  readonly content: () => TaskContent;
};

/** Takes fault `lost` for an answer; all others are thrown. */
export const planned = async (load: Promise<TaskContent>): Promise<Planned> => {
  try {
    const content = await load;
    return { promptHash: promptHashOf(content.parts), content: () => content };
  } catch (cause) {
    if (!isFault(cause, 'lost')) throw cause;
    const content = (): never => {
      throw new Fault('rejected', 'the planned content of this picture is lost', { cause });
    };
    return { promptHash: promptHashOf({ prompt: '', negativePrompt: null, styleNotes: null }), content };
  }
};

/** The part that `AttemptClaimed` records. */
const promptHashOf = (parts: PromptParts): string => contentHash(parts);
