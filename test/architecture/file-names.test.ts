import test from 'ava';
import { misnamed } from '../../infra/tooling/file-names.ts';
import { readText, sources } from '../support/architecture/tree.ts';

/** Files of the product whose name says more than that of the only value that they export. */
const EXCEPTIONS: readonly string[] = [
  'projections/open-work/job-owed.ts: evolveJob',
  'src/application/reactions/attempt-record.ts: outcomeRecord',
  'src/application/work/storyboard/job-details.ts: jobPlan',
  'src/kernel/limits/children.ts: childLimits',
];

/** Files of engines are named after a step of the making. */
const STEPS = 'src/engines/';

const paths = sources
  .filter((path) => /^(?:src|events|commands|projections)\//.test(path))
  .filter((path) => !path.startsWith(STEPS));

test('a file that exports one value is named after it', (t) => {
  t.true(paths.length > 500);
  const found = paths.flatMap((path) => {
    const value = misnamed(path, readText(path));
    return value === undefined ? [] : [`${path}: ${value}`];
  });
  t.deepEqual(found.toSorted(), [...EXCEPTIONS].toSorted());
});

test('sabotage: a name that its export does not have is found', (t) => {
  const value = 'type A = 1;\nexport const createUrlSigner = (): A => 1;\n';
  t.is(misnamed('src/adapters/signed-urls.ts', value), 'createUrlSigner');
  t.is(misnamed('src/adapters/url-signer.ts', value), undefined);
  t.is(misnamed('src/adapters/signed-urls.ts', `${value}export const two = 2;\n`), undefined, 'a set');
  t.is(misnamed('src/adapters/signed-urls.ts', `${value}export type SignedUrls = 1;\n`), undefined, 'a type');
  t.is(misnamed('src/urls/signers.ts', value), undefined, 'a word of its folder, and a plural');
  t.is(misnamed('src/urls/index.ts', value), undefined, 'the part of a folder');
  t.is(misnamed('src/urls/sign.ts', 'export const perform = 1;\n'), undefined, 'the entry of a child');
});
