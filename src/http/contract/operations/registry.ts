/** Every operation: all that `operations/` declares, in the order of the document: by tag, and by path within one. */
import type { Operation } from '../operation.ts';
import { tags } from '../tags.ts';
import * as callbacks from './callbacks.ts';
import * as commerce from './commerce.ts';
import * as credits from './credits.ts';
import * as delivery from './delivery.ts';
import * as images from './images.ts';
import * as jobs from './jobs.ts';
import * as ledger from './ledger.ts';
import * as photoSequences from './photo-sequences.ts';
import * as product from './product.ts';
import * as production from './production.ts';
import * as projects from './projects.ts';
import * as settings from './settings.ts';
import * as sound from './sound.ts';
import * as storage from './storage.ts';
import * as storyboardImages from './storyboard-images.ts';
import * as videos from './videos.ts';
import * as webhooks from './webhooks.ts';
import * as workspaces from './workspaces.ts';

const declarations = {
  ...projects,
  ...storyboardImages,
  ...jobs,
  ...callbacks,
  ...photoSequences,
  ...images,
  ...sound,
  ...videos,
  ...commerce,
  ...storage,
  ...delivery,
  ...webhooks,
  ...production,
  ...settings,
  ...workspaces,
  ...credits,
  ...ledger,
  ...product,
};

type Named<D> = { readonly [I in keyof D]: D[I] & { readonly operationId: I } };

/** By their ids, which are the names of the declarations. */
export const declared = Object.fromEntries(
  Object.entries(declarations).map(([operationId, one]) => [operationId, Object.freeze({ operationId, ...one })]),
) as unknown as Named<typeof declarations>;

const tagOrder = Object.keys(tags);

export const operations: readonly Operation[] = (Object.values(declared) as unknown as readonly Operation[]).toSorted(
  (a, b) => tagOrder.indexOf(a.tag) - tagOrder.indexOf(b.tag) || (a.path < b.path ? -1 : 1),
);
