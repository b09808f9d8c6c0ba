import { createDownload } from '../../application/jobs/download.ts';
import * as declared from '../contract/operations/downloads.ts';
import { reads, type Route } from './route.ts';

export const downloadRoutes: readonly Route[] = [
  reads(declared.download, createDownload, async (download, { caller, parameters, fresh }) =>
    download(caller, parameters.jobId, fresh),
  ),
];
