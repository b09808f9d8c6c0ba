/** The flags of Node in the scripts of the package: benchmarks run as users run the service. */
import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../../package.json', import.meta.url);

/** The options of Node in a script such as `node --some-option src/main/serve.ts`. */
export const scriptFlags = (name: 'start' | 'rebuild'): readonly string[] => {
  const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { scripts: Record<string, string> };
  const flags = (scripts[name] ?? '').split(' ').filter((word) => word.startsWith('--'));
  if (flags.length === 0) throw new Error(`npm run ${name} gives Node no options any more`);
  return flags;
};
