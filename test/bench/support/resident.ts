/** The memory of a process and of its descendants, as Linux tells it. Elsewhere it is 0. */
import { readFileSync } from 'node:fs';

const LOOK_MS = 200;

/** The most that was seen of each, in MB of resident memory; each sum is of one moment. */
export type Peaks = { readonly own: number; readonly children: number; readonly together: number };

/** Looks at the process while `work` goes on. */
export const watched = async <T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly peaks: Peaks }> => {
  let peaks: Peaks = { own: 0, children: 0, together: 0 };
  const look = setInterval(() => {
    const own = residentOf(pid);
    const children = descendantsOf(pid).reduce((sum, child) => sum + residentOf(child), 0);
    peaks = {
      own: Math.max(peaks.own, own),
      children: Math.max(peaks.children, children),
      together: Math.max(peaks.together, own + children),
    };
  }, LOOK_MS);
  try {
    return { value: await work(), peaks };
  } finally {
    clearInterval(look);
  }
};

/** Processes that its main thread has started, and those that theirs have. */
const descendantsOf = (pid: number): readonly number[] =>
  textOf(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .flatMap((child) => [child, ...descendantsOf(child)]);

const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024;

/** A process that has gone meanwhile has none. */
const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
