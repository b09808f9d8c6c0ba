/** The types of the tool of auditors, for callers that are checked. */

export type ProofFile = { readonly name: string; readonly bytes: Uint8Array };

export type ProofReport = {
  readonly ok: boolean;
  /** The names of the files that are right. */
  readonly checked: readonly string[];
  readonly notes: readonly string[];
  /** The first thing that is wrong; null when all is right. */
  readonly wrong: string | null;
};

export declare const verify: (files: readonly ProofFile[]) => Promise<ProofReport>;
