/** What the ways to append have in common. */
import type { ExpectedRevision, Revision } from '../../kernel/position.ts';
import type { AppendRequest } from './messages.ts';
import { type Seq, toSeq } from './sequence.ts';

export type Answer =
  | {
      readonly kind: 'taken';
      readonly revision: Revision;
      /** Left out when the server knows the append again but not where it stands. */
      readonly seq: Seq | undefined;
    }
  | { readonly kind: 'conflict'; readonly actual: ExpectedRevision };

/**
 * Sends one append and gives the server's answer. Errors are the client's own; `started` is called when the call is
 * handed to the connection: what fails before has written nothing.
 */
export type Send = (append: AppendRequest, started: () => void) => Promise<Answer>;

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
