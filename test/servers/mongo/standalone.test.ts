/** A single node that is no replica set has no transactions: the contract holds without. */
import test from 'ava';
import { contract } from '../../contract/check.ts';
import { documentStoreChecks } from '../../contract/document-store.contract.ts';
import { documentSubjectOn } from '../../contract/mongo/subject.ts';
// A node that makes a database for each test at once answers too late.
import '../../support/process/few-at-once.ts';
import { requirePrograms } from '../../support/servers/require.ts';
import { type Standalone, standaloneHome, startStandalone } from './standalone.ts';

const programs = requirePrograms(test, 'mongodb');
const home = programs && standaloneHome(test, programs);

if (home !== undefined) {
  let server: Promise<Standalone> | undefined;
  test.after.always(async () => (await server)?.stop());
  contract(test, documentStoreChecks, async (t) => {
    server ??= startStandalone(home);
    return documentSubjectOn((await server).url)(t);
  });
}
