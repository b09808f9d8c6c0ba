/**
 * Whether the service in this container is alive: exit code 0 or 1. By Node, as the image has neither curl nor wget.
 * Liveness decides on a restart; readiness (`/health/ready`) tells operators what is away.
 */
const ANSWER_MS_MAX = 4_000;

const alive = async (): Promise<boolean> => {
  const url = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}/health/live`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
  return answer.ok;
};

process.exitCode = (await alive().catch(() => false)) ? 0 : 1;
