/** The promises about a provider, by its own account and by the log: no key is submitted or billed twice. */
type Named = { readonly type: string; readonly key: string | undefined };

export type Seen = {
  /** The attempt keys of all submissions that reached it. */
  readonly submits: readonly string[];
  /** The keys of the works that it wants its price for. */
  readonly bills: readonly string[];
};

/** Work that was billed and whose submission is not in the log. */
export const doubtsOf = ({ bills }: Seen, log: readonly Named[]): readonly string[] =>
  [...new Set(bills)].filter((key) => !has(log, key, 'AttemptSubmitted'));

export const brokenByProvider = (seen: Seen, log: readonly Named[]): readonly string[] => [
  ...repeated(seen.submits).map((key) => `${key} was submitted twice`),
  ...repeated(seen.bills).map((key) => `${key} was billed twice`),
  ...doubtsOf(seen, log)
    .filter((key) => !has(log, key, 'TaskUnknown'))
    .map((key) => `${key} was billed, and its doubt has no name`),
];

type Recorded = { readonly type: string; readonly data: unknown };

/** The ledger of a job that is over: each accepted task is paid once, and nothing is held. */
export const brokenByLedger = (
  log: readonly Recorded[],
  tasks: readonly { readonly taskId: string; readonly status: string }[],
): readonly string[] => {
  const partsOf = (type: string, member: string): readonly string[] =>
    log.flatMap((event) => (event.type === type ? ((event.data as Record<string, string>)[member] ?? []) : []));
  const [debited, rendered] = [partsOf('LedgerDebited', 'partId'), partsOf('TaskRendered', 'taskId')];
  const paid = new Set(debited);
  return [
    ...repeated([...debited]).map((part) => `${part} is paid twice`),
    ...repeated([...rendered]).map((task) => `${task} is paid twice: it was delivered twice`),
    ...tasks
      .filter(({ taskId, status }) => paid.has(taskId) !== (status === 'accepted'))
      .map(({ taskId, status }) => `${taskId} is ${status}, and ${paid.has(taskId) ? 'paid' : 'not paid'}`),
  ];
};

const has = (log: readonly Named[], key: string, wanted: string): boolean =>
  log.some((event) => event.key === key && event.type === wanted);

export const repeated = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];
