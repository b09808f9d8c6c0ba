/** Forgeries of the seal of a log, which is a document beside the read models. */
export const SEAL = { collection: 'log-seal@2', id: 'log' } as const;

type Seal = Readonly<Record<string, unknown>>;

/** By what is altered. A start names all of them `seal_unsigned`. */
export const forgedSeals: Readonly<Record<string, (seal: Seal) => Seal>> = {
  'another digest in the seal': (seal) => ({ ...seal, digest: 'a'.repeat(64) }),
  'another place in the seal': (seal) => ({ ...seal, position: '0000-000000000001' }),
  'another length in the seal': (seal) => ({ ...seal, events: 0, tail: '' }),
  'a seal without a signature': (seal) => ({ ...seal, signature: undefined }),
  'a signature without a key': (seal) => ({ ...seal, signature: {} }),
  'a signature of nobody': (seal) => ({ ...seal, signature: { keyId: 'mine', value: 'AAAA' } }),
};

/** Where the mark of what was verified may be moved, and what a start says of it. */
export const movedMarks: Readonly<Record<string, { readonly position: string; readonly found: string | undefined }>> = {
  'the mark of what was verified moved past the end': { position: '0000-000000999999', found: 'log_behind' },
  // A start has no way to tell: it verifies more than it needs to.
  'the mark of what was verified moved back': { position: '0000-000000000001', found: undefined },
};
