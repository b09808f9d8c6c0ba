/** A provider that calls: too early, again and again, long after the end; and forgers that have seen its addresses. */
import type { PollOnCall } from '../../../src/application/reactions/poll-on-call.ts';
import type { CallbackAddresses } from '../../../src/application/services/callback-addresses.ts';
import type { Random } from '../kernel/seeded-random.ts';

export const PUBLIC_URL = 'https://studio.test';

/** Each is another address than the one that was signed. */
const forgeries: readonly ((target: string) => string)[] = [
  // Another attempt of the same job, and one of another job.
  (target) =>
    target.replace(/\.(\d)\.(\d+)\?/, (_, attempt: string, retry: string) => `.${attempt}.${Number(retry) + 1}?`),
  (target) =>
    target.replace(/(hld_[^.]+)\.(\d)\./, (_, hold: string, index: string) => `${hold}.${(Number(index) + 1) % 3}.`),
  (target) => target.replace('/job_1/', '/job_2/'),
  // A later end.
  (target) => target.replace(/expires=(\d+)/, (_, expires: string) => `expires=${Number(expires) + 86_400}`),
  (target) => target.replace(/signature=.{8}/, 'signature=AAAAAAAA'),
  (target) => target.replace(/&signature=.*/, ''),
];

export type ProviderCalls = {
  /** It was given this address with a submission, and may call there before it has answered. */
  given(url: string): void;
  /** A call, or none, of those that it and forgers make. */
  some(): void;
  /** All addresses once more, after the end of all work: whether any is taken for news. */
  replayed(): Promise<boolean>;
  /** Whether an address is known after its time. */
  late(): boolean;
  /** Forged calls that were believed. */
  readonly believed: () => number;
  readonly ended: () => Promise<void>;
};

type Service = { readonly addresses: () => CallbackAddresses; readonly polls: () => PollOnCall };

export const createProviderCalls = (random: Random, { addresses, polls }: Service): ProviderCalls => {
  const targets: string[] = [];
  const underWay: Promise<unknown>[] = [];
  let believed = 0;

  /** As the route does: nothing is done for an address that is not known. */
  const call = async (target: string): Promise<boolean> => {
    const called = addresses().verify(target);
    return called === undefined ? false : polls().called(called);
  };
  const begin = (target: string): void => void underWay.push(call(target).catch(() => false));

  return {
    given: (url) => {
      const target = url.slice(PUBLIC_URL.length);
      targets.push(target);
      if (random.chance(0.3)) begin(target);
    },
    some: () => {
      if (targets.length === 0 || random.chance(0.5)) return;
      const target = random.oneOf(targets);
      if (random.chance(0.5)) {
        begin(target);
        return;
      }
      const forged = random.oneOf(forgeries)(target);
      if (forged === target || addresses().verify(forged) === undefined) return;
      believed += 1;
      begin(forged);
    },
    replayed: async () => (await Promise.all(targets.map(call))).includes(true),
    late: () => targets.some((target) => addresses().verify(target) !== undefined),
    believed: () => believed,
    ended: async () => {
      await Promise.all(underWay);
      await polls().ended();
    },
  };
};
