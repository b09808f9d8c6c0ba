import test from 'ava';
import { requireServer } from '../../support/servers/require.ts';
import { contract } from '../check.ts';
import { objectStoreChecks } from '../object-store.contract.ts';
import { openObjectSubject } from './subject.ts';

const endpoint = requireServer(test, 's3');
if (endpoint !== undefined) contract(test, objectStoreChecks, openObjectSubject(endpoint));
