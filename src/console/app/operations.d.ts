/** Method and path of each operation. The service writes this module of its contract, as it serves the console. */
import type { Answers } from './answers.ts';

export declare const operations: Readonly<Record<keyof Answers, readonly [method: string, path: string]>>;
