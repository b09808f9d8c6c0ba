/** A parser in the hands of a hostile file: the name of the file says which of its weaknesses it has. */
export const perform = async (input: unknown): Promise<unknown> => {
  const { path } = input as { readonly path: string };
  if (path.endsWith('hang')) for (;;);
  if (path.endsWith('quiet')) await new Promise(() => setInterval(() => undefined, 1_000));
  if (path.endsWith('throw')) throw new Error('the parser did not expect this');
  if (path.endsWith('exit')) process.exit(0);
  if (path.endsWith('hog')) {
    const held: object[] = [];
    for (;;) held.push(Array.from({ length: 1_000 }, () => ({})));
  }
  return { kind: 'nonsense' };
};
