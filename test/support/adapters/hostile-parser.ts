/** A parser in the hands of a hostile file: the content of the file says which of its weaknesses it has. */
import { readFile } from 'node:fs/promises';

export const perform = async (input: unknown): Promise<unknown> => {
  const weakness = await readFile((input as { readonly path: string }).path, 'utf8');
  if (weakness === 'hang') for (;;);
  if (weakness === 'quiet') await new Promise(() => setInterval(() => undefined, 1_000));
  if (weakness === 'throw') throw new Error('the parser did not expect this');
  if (weakness === 'exit') process.exit(0);
  if (weakness === 'hog') {
    const held: object[] = [];
    for (;;) held.push(Array.from({ length: 1_000 }, () => ({})));
  }
  return { kind: 'nonsense' };
};
