import test from 'ava';
import { contract } from '../check.ts';
import { documentStoreChecks } from '../document-store.contract.ts';
import { openDocumentSubject, openThreadedDocumentSubject } from './subjects.ts';

contract(test, documentStoreChecks, openDocumentSubject);

const onThread = documentStoreChecks.map((check) => ({ ...check, name: `on a thread: ${check.name}` }));
contract(test, onThread, openThreadedDocumentSubject);
