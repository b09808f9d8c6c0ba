/** System calls of a child, traced and made to fail, where the machine allows it. */
import { spawnSync } from 'node:child_process';
import type { ExecutionContext } from 'ava';

/** False where nothing can be traced, which is said; with `REQUIRE_STRACE=1` it fails the test. */
export const canTrace = (t: ExecutionContext): boolean => {
  const { error, status, stderr } = spawnSync(
    'strace',
    ['-f', '-qq', '-o', '/dev/null', process.execPath, '--version'],
    {
      encoding: 'utf8',
    },
  );
  if (error === undefined && status === 0) return true;
  t.log(`NOT CHECKED: system calls cannot be traced here. ${error?.message ?? stderr}`);
  if (process.env['REQUIRE_STRACE'] === '1') t.fail('REQUIRE_STRACE=1, and there is no strace');
  else t.pass();
  return false;
};
