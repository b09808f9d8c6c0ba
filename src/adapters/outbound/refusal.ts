/** The way of a refusal out of the depth of a call; `open-outbound.ts` makes a value of it. */
import type { OutboundRefusal } from '../../ports/outbound.ts';

export class Refusal extends Error {
  readonly why: OutboundRefusal;

  constructor(why: OutboundRefusal, cause?: unknown) {
    super(`the call was refused: ${why}`, { cause });
    this.name = 'Refusal';
    this.why = why;
  }
}
