/** Where the programs are that tests start servers of their own from; see `requirePrograms` in require.ts. */
export const programsFolder = (): string => {
  const folder = process.env['SERVER_PROGRAMS'];
  if (folder === undefined) throw new Error('SERVER_PROGRAMS is not set; let the suite ask for it by requirePrograms');
  return folder;
};
