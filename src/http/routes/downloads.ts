import { createDownload } from '../../application/jobs/download.ts';
import { declared } from '../contract/operations/registry.ts';
import { reads, type Route } from './route.ts';

export const downloadRoutes: readonly Route[] = [
  reads(declared.download, createDownload, async (download, { caller, parameters, fresh }) =>
    download(caller, parameters.jobId, fresh),
  ),
];
