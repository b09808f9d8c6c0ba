/**
 * The double as a process: `node test/support/event-store-double/serve.ts [--port N] [--data FILE]`.
 * Prints its connection string, then `control http://…` (see control.ts). May be killed at any time and started again
 * on the same file. Ends on SIGTERM and SIGINT with code 0, when no subscription is left or after 5 s.
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
const control = await startControl(double);
process.stdout.write(`${double.url}\ncontrol ${control.url}\n`);

const stop = (): void => {
  control.close();
  const end = async (): Promise<void> => {
    await double.retire();
    await double.close();
  };
  end().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
