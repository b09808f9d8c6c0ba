/** An auditor with the tool: its files, a tool that is broken on purpose, and files with a wrong bit. */
import { readFileSync } from 'node:fs';
import type { ExecutionContext } from 'ava';
import { verify } from '../../../src/verify/verify.js';
import { runsOf } from '../property/property.ts';

export type File = { readonly name: string; readonly bytes: Buffer };

export const file = (name: string, body: unknown): File => ({ name, bytes: Buffer.from(JSON.stringify(body)) });

/** The finding of the tool about these files. */
export const wrongIn = async (files: readonly File[]): Promise<string> => String((await verify([...files])).wrong);

/** A file of JavaScript, which runs alone. */
const TOOL = new URL('../../../src/verify/verify.js', import.meta.url);

/** A sabotage: the tool with a part of its text replaced. */
export const blinded = async (t: ExecutionContext, from: string, to: string): Promise<typeof verify> => {
  const source = readFileSync(TOOL, 'utf8');
  const blind = source.replace(from, to);
  t.not(blind, source);
  const url = `data:text/javascript,${encodeURIComponent(blind)}`;
  return ((await import(url)) as { readonly verify: typeof verify }).verify;
};

/** Bits of a file that can be flipped, and the tool does not name the file, or `named`, as wrong. */
export const freeBits = async (
  { name, bytes }: File,
  others: readonly File[],
  { runs, named = name }: { readonly runs: number; readonly named?: string },
): Promise<readonly string[]> => {
  const free: string[] = [];
  const bits = bytes.length * 8;
  // In each part of the file, at each place of a byte.
  const step = Math.max(1, Math.floor(bits / runsOf(runs))) | 1;
  for (let bit = 0; bit < bits; bit += step) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const { ok, wrong } = await verify([{ name, bytes: changed }, ...others]);
    if (ok || !String(wrong).includes(named)) free.push(`bit ${bit} of ${name}: ${wrong}`);
  }
  return free;
};
