/** Answers of FFmpeg's calls, and their faults. */
import { AV_LOG_ERROR, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';
import { Fault } from '../../../kernel/faults.ts';

// Its notes on each file are no news, and a child that fails is told apart by the last words.
Log.setLevel(AV_LOG_ERROR);

/** FFmpeg could not do what it should be able to: another try, or another machine, may. */
export const must = (answer: number, step: string): number => {
  if (answer >= 0) return answer;
  throw new Fault('unavailable', `FFmpeg failed: ${step}: ${reason(answer)}`);
};

/** FFmpeg could not take a file that came from outside: it will never be able to. */
export const accepted = (answer: number, thing: string): number => {
  if (answer >= 0) return answer;
  throw rejected(`${thing} cannot be read: ${reason(answer)}`);
};

/** All that a codec or a filter has ready. One packet or frame is used for all. `checked` throws for a fault. */
export async function* readyIn<T extends { unref(): void }>(
  used: T,
  receive: (into: T) => Promise<number>,
  checked: (answer: number) => number,
): AsyncGenerator<T> {
  for (;;) {
    const answer = await receive(used);
    if (answer === AVERROR_EAGAIN || answer === AVERROR_EOF) return;
    checked(answer);
    yield used;
    used.unref();
  }
}

export const rejected = (message: string): Fault => new Fault('rejected', message);

const reason = (answer: number): string => FFmpegError.strerror(answer);
