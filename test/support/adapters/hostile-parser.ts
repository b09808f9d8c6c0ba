/** A parser in the hands of a hostile file, or of a machine in need: the content of the file says what befalls it. */
import { readFile } from 'node:fs/promises';

export const perform = async (input: unknown): Promise<unknown> => {
  const weakness = await readFile((input as { readonly path: string }).path, 'utf8');
  if (weakness === 'hang') for (;;);
  if (weakness === 'quiet') await new Promise(() => setInterval(() => undefined, 1_000));
  if (weakness === 'throw') throw new Error('the parser did not expect this');
  if (weakness === 'exit') process.exit(0);
  // As a system without memory does.
  if (weakness === 'killed') process.kill(process.pid, 'SIGKILL');
  if (weakness === 'full') {
    console.error('Error: ENOSPC: no space left on device, write');
    process.exit(1);
  }
  if (weakness === 'hog') {
    const held: object[] = [];
    for (;;) held.push(Array.from({ length: 1_000 }, () => ({})));
  }
  return { kind: 'nonsense' };
};
