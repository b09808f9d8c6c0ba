/** Rings of folders that import one another. A folder and one inside it are two folders like any others. */
import { dirname } from 'node:path/posix';
import type { IModule, IViolation } from 'dependency-cruiser';

type Import = { readonly from: string; readonly to: string };

/** The subject of a row of the import rules. The rows allow no ring between areas. */
const AREA = /^(?:src\/[^/]+|events|commands|projections)(?=\/)/;

/** Each import into a folder of the same area that leads back to the importing one, directly or over others. */
export const folderCycles = (modules: readonly IModule[]): readonly IViolation[] => {
  const imports = modules.flatMap(importsOf).filter(({ from, to }) => dirname(from) !== dirname(to));
  const byFolder = Map.groupBy(imports, ({ from }) => dirname(from));
  const known = new Map<string, ReadonlySet<string>>();
  const reachedFrom = (folder: string): ReadonlySet<string> => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const reached = new Set([folder]);
    // A Set also yields members added on the way.
    for (const one of reached) for (const { to } of byFolder.get(one) ?? []) reached.add(dirname(to));
    known.set(folder, reached);
    return reached;
  };
  return imports
    .filter(({ from, to }) => reachedFrom(dirname(to)).has(dirname(from)))
    .map(({ from, to }) => ({ type: 'dependency', from, to, rule: { name: 'folder-cycle', severity: 'error' } }));
};

const importsOf = ({ source, dependencies }: IModule): readonly Import[] => {
  const area = AREA.exec(source)?.[0];
  if (area === undefined) return [];
  return dependencies.flatMap(({ resolved }) =>
    resolved.startsWith(`${area}/`) ? [{ from: source, to: resolved }] : [],
  );
};
