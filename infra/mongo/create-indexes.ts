/** `node infra/mongo/create-indexes.ts`: makes collections and indexes that are not there. A start would, too. */
import { indexSpecsOf } from '../../src/adapters/mongo/collection-spec.ts';
import { createReadModelDirectory } from '../../src/application/read-models/freshness/read-model-directory.ts';
import { definitionOf } from '../../src/kernel/projection.ts';
import { readConfig } from '../../src/main/config.ts';
import { openMongoDb } from '../../src/main/open-stores.ts';
import { createSystem } from '../../src/main/system.ts';
import { runTool } from '../../src/main/tool.ts';
import type { DocumentStore } from '../../src/ports/document-store.ts';
import { projections } from '../../projections/registry.ts';

/** Every collection that serves, and those of rebuilds under way. */
const declareAll = async (documents: DocumentStore) => {
  const directory = createReadModelDirectory(documents);
  await directory.declare();
  const declared: { readonly collection: string; readonly indexes: readonly string[] }[] = [];
  for (const projection of projections) {
    const { current, building } = await directory.find(projection);
    for (const collection of building === null ? [current] : [current, building]) {
      const definition = definitionOf(projection, collection);
      await documents.declare(definition);
      declared.push({ collection, indexes: indexSpecsOf(definition).map(({ name }) => name) });
    }
  }
  return declared;
};

await runTool(
  {
    name: 'create-indexes',
    about: 'Makes the collections of the read models and their indexes, where they are not there. Removes nothing.',
    command: 'node infra/mongo/create-indexes.ts',
    variables: 'MONGODB_URL says where, MONGODB_DATABASE in which database (default production_intelligence).',
    options: {},
  },
  async (_, say) => {
    const config = readConfig();
    if (config.servers.mongoDb === null) return say.usage('MONGODB_URL is required');
    const documents = await openMongoDb(config.servers.mongoDb, createSystem(config));
    try {
      const collections = await declareAll(documents);
      const lines = collections.map(({ collection, indexes }) => `${collection}: ${indexes.join(' ')}`);
      return say.result({ ok: true, collections }, lines.join('\n'));
    } finally {
      await documents.close();
    }
  },
);
