/** Where a client polls after a 202: the `Location` of its answer. */
import type { Parameters } from './operation.ts';

type Body = Readonly<Record<string, unknown>>;

const jobId = (body: Body): string => (body['job'] as { readonly id: string }).id;

export const pollPath = ({ projectId }: Parameters, body: Body): string =>
  `/api/v1/projects/${projectId}/film-intelligence/jobs/${jobId(body)}`;

/** Where jobs outside a project are polled: `at` is the path below `/api/v1`. */
export const jobStatusPath =
  (at: string) =>
  (_: Parameters, body: Body): string =>
    `/api/v1/${at}/${jobId(body)}`;

/** Where the path does not name the project, the answer itself says where to poll. */
export const pollPathInside = (_: Parameters, body: Body): string | undefined => {
  const { poll } = body['the service'] as { readonly poll?: unknown };
  return /\/api\/v1\/\S+/.exec(String(poll))?.[0];
};
