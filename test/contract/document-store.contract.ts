/** The contract of every document store: see src/ports/document-store.ts. */
import { writing } from './checks/document-store-writing.ts';
import { querying } from './checks/document-store-querying.ts';
import { members } from './checks/document-store-members.ts';
import { checkpoints } from './checks/document-store-checkpoints.ts';

export type { DocumentSubject } from './checks/document-store-support.ts';

export const documentStoreChecks = { ...writing, ...querying, ...checkpoints, ...members };
