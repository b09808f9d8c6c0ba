/** Its arguments: the path of a tool, and its runs in JSON. Runs one after another, and prints how each has ended. */
import { pathToFileURL } from 'node:url';
import type { Run, ToolRun } from './run-tool.ts';

const [tool = '', runs = '[]'] = process.argv.slice(2);
const ended: ToolRun[] = [];
for (const [index, [dataDir, ...words]] of (JSON.parse(runs) as readonly Run[]).entries()) {
  const said = { stdout: '', stderr: '' };
  console.log = (text: string) => void (said.stdout += `${text}\n`);
  console.error = (text: string) => void (said.stderr += `${text}\n`);
  process.argv = [process.execPath, tool, ...words];
  process.env['DATA_DIR'] = dataDir;
  process.exitCode = 0;
  await import(`${pathToFileURL(tool).href}?${index}`);
  ended.push({ status: process.exitCode, ...said });
}
process.exitCode = 0;
process.stdout.write(JSON.stringify(ended));
