/** The end of log lines: a stream of the process, whose reader may die and whose disk may fill. */
import { writeSync } from 'node:fs';
import { hasCode } from '../../kernel/disk-fault.ts';

/** A reader that is late is asked again so often. */
const BUSY_MS = 100;

const sleep = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/**
 * Lines are written before the call returns. A line that cannot be written is lost, because its work is worth more: the
 * service goes on without a reader or without space. The first line after a piece of a line begins anew.
 */
export const createStandardStream = (fd: 1 | 2): { write(line: string): void } => {
  let torn = false;
  return {
    write: (line) => {
      let rest = Buffer.from(torn ? `\n${line}` : line);
      const whole = rest.byteLength;
      while (rest.byteLength > 0) {
        try {
          rest = rest.subarray(writeSync(fd, rest));
        } catch (error) {
          if (!hasCode(error, 'EAGAIN', 'EBUSY')) break;
          sleep(BUSY_MS);
        }
      }
      // Nothing written of this one leaves the one before as it was.
      if (rest.byteLength < whole) torn = rest.byteLength > 0;
    },
  };
};
