/** The contract twice: with transactions, as a replica set offers them, and without, as on a single node. */
import test from 'ava';
import { requireServer } from '../../support/servers/require.ts';
import { contract, named } from '../check.ts';
import { documentStoreChecks } from '../document-store.contract.ts';
import { documentSubjectOn } from './subject.ts';

const url = requireServer(test, 'mongodb');

if (url !== undefined) {
  contract(test, documentStoreChecks, documentSubjectOn(url));
  contract(named(test, 'without transactions'), documentStoreChecks, documentSubjectOn(url, { transactions: 'never' }));
}
