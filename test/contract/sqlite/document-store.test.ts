import test from 'ava';
import { contract, named } from '../check.ts';
import { documentStoreChecks } from '../document-store.contract.ts';
import { openDocumentSubject, openThreadedDocumentSubject } from './subjects.ts';

contract(test, documentStoreChecks, openDocumentSubject);
contract(named(test, 'on a thread'), documentStoreChecks, openThreadedDocumentSubject);
