/** What the ways to append have in common. */
import type { Answer } from '../calls.ts';
import { toSeq } from '../sequence.ts';

/** An answer of either way to append: both say the same in messages of their own. */
type Success = {
  getCurrentRevision(): string;
  getPosition(): { getCommitPosition(): string } | undefined;
};

export const taken = (success: Success): Answer => {
  const commit = success.getPosition()?.getCommitPosition();
  return {
    kind: 'taken',
    revision: Number(success.getCurrentRevision()),
    seq: commit === undefined ? undefined : toSeq(commit),
  };
};
