/** Runs the hour of submitted attempts in processes with the options of the service. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { embeddedEnvironment } from '../../support/process/embedded-environment.ts';
import type { Hour, SubmittedHour } from '../workers/submitted-hour.ts';
import { workerPath } from './child.ts';
import { scriptFlags } from './script-flags.ts';

const run = async (hour: Hour): Promise<string> => {
  const flags = ['--expose-gc', ...scriptFlags('start')];
  const args = [...flags, workerPath('submitted-hour'), JSON.stringify(hour)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: embeddedEnvironment() });
  return stdout;
};

/** The process that waits is not the one that has submitted them. */
export const submitAttempts = async (hour: Omit<Hour, 'phase' | 'minutes'>): Promise<void> => {
  await run({ ...hour, phase: 'submit', minutes: 0 });
};

export const waitAnHour = async (hour: Omit<Hour, 'phase'>): Promise<SubmittedHour> =>
  JSON.parse(await run({ ...hour, phase: 'wait' })) as SubmittedHour;
