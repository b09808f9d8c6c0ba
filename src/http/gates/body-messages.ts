/** Messages between the gates and the thread that judges large bodies. */
import type { Parameters } from '../contract/operation.ts';
import type { Refusal } from '../errors/refusal.ts';
import type { InPieces } from './body-pieces.ts';
import type { Judged } from './judge.ts';

export type BodyOrder = {
  readonly id: number;
  readonly operationId: string;
  readonly bytes: Uint8Array;
  /** Null for no hash. */
  readonly parameters: Parameters | null;
};

/** A refusal without its mark, which is a symbol and does not travel. */
export type RefusalMembers = Pick<Refusal, 'code' | 'message' | 'detail' | 'headers'>;

export type BodyAnswer = { readonly id: number } & (
  | { readonly judged: InPieces & Pick<Judged, 'bodyHash'> }
  | { readonly refused: RefusalMembers }
  | { readonly failed: string }
);
