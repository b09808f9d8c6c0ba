/**
 * The double as a process: `node test/support/event-store-double/serve.ts [--port N] [--data FILE]`.
 * Prints its connection string, then `control http://…` (see control.ts). May be killed at any time and started again
 * on the same file.
 */
import { parseArgs } from 'node:util';
import { startControl } from './control.ts';
import { startEventStoreDouble } from './start.ts';

const { values } = parseArgs({
  options: { port: { type: 'string' }, data: { type: 'string' } },
});

const double = await startEventStoreDouble(undefined, {
  port: Number(values.port ?? 0),
  ...(values.data !== undefined && { data: values.data }),
});
process.stdout.write(`${double.url}\ncontrol ${await startControl(double)}\n`);
