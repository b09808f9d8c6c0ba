/** A request of any operation, with well-formed ids in its path. */
import type { Operation } from '../../../src/http/contract/operation.ts';
import { jobId, planId, projectId, sampleId, workspaceId } from './http-samples.ts';

type Ids = Readonly<Record<string, string>>;

const IDS: Ids = {
  projectId,
  jobId,
  planId,
  workspaceId,
  assetId: sampleId('ast', 'one'),
  deliveryId: sampleId('dlv', 'one'),
  webhookId: sampleId('whk', 'one'),
  taskId: 'scene-0003',
  provider: 'provider_c',
  sub: 'bob',
};

/** `others` replace some of the ids. */
export const askOf = ({ method, path }: Pick<Operation, 'method' | 'path'>, others: Ids = {}) => ({
  method,
  path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => others[name] ?? IDS[name] ?? ''),
});
