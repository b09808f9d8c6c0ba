import test from 'ava';
import { contract } from '../check.ts';
import { documentStoreChecks } from '../document-store.contract.ts';
import { openDocumentSubject } from './subjects.ts';

contract(test, documentStoreChecks, openDocumentSubject);
