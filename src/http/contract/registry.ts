/** Every operation: all that `operations/` declares, in the order of the document: by tag, and by path within one. */
import type { Operation } from './operation.ts';
import * as credits from './operations/credits.ts';
import * as images from './operations/images.ts';
import * as jobs from './operations/jobs.ts';
import * as photoSequences from './operations/photo-sequences.ts';
import * as product from './operations/product.ts';
import * as production from './operations/production.ts';
import * as projects from './operations/projects.ts';
import * as storyboardImages from './operations/storyboard-images.ts';
import * as workspaces from './operations/workspaces.ts';
import { tags } from './tags.ts';

const subjects = [
  projects,
  storyboardImages,
  jobs,
  photoSequences,
  images,
  production,
  workspaces,
  credits,
  product,
] as const;

const tagOrder = Object.keys(tags);

export const operations: readonly Operation[] = subjects
  .flatMap((subject) => Object.values(subject) as unknown as readonly Operation[])
  .toSorted((a, b) => tagOrder.indexOf(a.tag) - tagOrder.indexOf(b.tag) || (a.path < b.path ? -1 : 1));
