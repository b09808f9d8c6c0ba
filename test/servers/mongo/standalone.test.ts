/** A single node that is no replica set has no transactions: the contract holds without. */
import test from 'ava';
import { contract } from '../../contract/check.ts';
import { documentStoreChecks } from '../../contract/document-store.contract.ts';
import { documentSubjectOn } from '../../contract/mongo/subject.ts';
import { requirePrograms } from '../../support/servers/require.ts';
import { standaloneHome, startStandalone } from './standalone.ts';

const programs = requirePrograms(test, 'mongodb');
const home = programs && standaloneHome(test, programs);

if (home !== undefined) {
  const server = await startStandalone(home);
  test.after.always(server.stop);
  contract(test, documentStoreChecks, documentSubjectOn(server.url));
}
