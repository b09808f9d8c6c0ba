/**
 * The provider behind a gateway, in memory: the work that it has taken, and the bills for it. It keeps the protocol of
 * `src/engines/remote/README.md`; `serve-gateway.ts` puts it on a socket, and troubles before it.
 */
import { sha256 } from '../../../src/kernel/canonical-json.ts';

/** `cost`: as the provider tells it, true or not. */
type Costed = { readonly cost?: unknown };

export type MadeOutput = Costed & {
  readonly contentType: string;
  readonly content: Uint8Array;
  readonly words?: unknown;
};

type Failed = Costed & { readonly failed: 'rejected' | 'unavailable' };

/** The output of a request, or its failure. */
export type Make = (
  request: Readonly<Record<string, unknown>>,
  pictures: readonly Uint8Array[],
) => Promise<MadeOutput | Failed>;

export type GatewayWork = {
  readonly id: string;
  readonly key: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** Parts of a submission that are pictures. */
  readonly pictures: readonly Uint8Array[];
  outcome: MadeOutput | Failed | 'running' | 'cancelled';
};

export type GatewayDouble = {
  /** Work by its id. */
  readonly works: ReadonlyMap<string, GatewayWork>;
  /** Every submission that it took for work of its own, by key, in order: each is a bill. */
  readonly bills: readonly string[];
  /** `anew`: it takes the key for one that it has never seen. */
  submit(key: string, request: GatewayWork['request'], pictures: readonly Uint8Array[], anew?: boolean): GatewayWork;
  byKey(key: string): GatewayWork | undefined;
  /** Does a step of the work: after `steps` of them it is done. */
  step(work: GatewayWork): Promise<void>;
  cancel(id: string): void;
  /** The work as it tells of it. */
  told(work: GatewayWork): Readonly<Record<string, unknown>>;
};

export type GatewayOptions = {
  readonly make: Make;
  /** How often it is asked about one work before that is done; 1 unless stated. */
  readonly steps?: number;
  readonly pollAfterMs?: number;
};

export const createGatewayDouble = ({ make, steps = 1, pollAfterMs = 100 }: GatewayOptions): GatewayDouble => {
  const works = new Map<string, GatewayWork>();
  const keys = new Map<string, GatewayWork>();
  const taken = new Map<string, number>();
  const bills: string[] = [];

  return {
    works,
    bills,
    submit: (key, request, pictures, anew = false) => {
      const known = anew ? undefined : keys.get(key);
      if (known !== undefined) return known;
      bills.push(key);
      const id = `w${sha256(`${key} ${bills.length}`).slice(0, 16)}`;
      const work: GatewayWork = { id, key, request, pictures, outcome: 'running' };
      works.set(id, work);
      keys.set(key, work);
      return work;
    },
    byKey: (key) => keys.get(key),
    step: async (work) => {
      const done = (taken.get(work.id) ?? 0) + 1;
      taken.set(work.id, done);
      if (work.outcome === 'running' && done >= steps) work.outcome = await make(work.request, work.pictures);
    },
    cancel: (id) => {
      const work = works.get(id);
      if (work?.outcome === 'running') work.outcome = 'cancelled';
    },
    told: ({ id, outcome }) => {
      if (outcome === 'running') return { id, state: 'running', pollAfterMs };
      if (outcome === 'cancelled') return { id, state: 'cancelled' };
      const { cost } = outcome;
      if ('failed' in outcome) return { id, state: 'failed', error: { code: outcome.failed }, cost };
      const { contentType, content, words } = outcome;
      const output = { contentType, sizeBytes: content.byteLength, sha256: sha256(content) };
      return { id, state: 'done', output: words === undefined ? output : { ...output, words }, cost };
    },
  };
};
