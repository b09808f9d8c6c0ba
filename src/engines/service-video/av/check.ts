/** Answers of FFmpeg's calls, and their faults. */
import { AV_LOG_ERROR } from 'node-av/constants';
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

export const rejected = (message: string): Fault => new Fault('rejected', message);

const reason = (answer: number): string => FFmpegError.strerror(answer);
