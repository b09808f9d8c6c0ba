/** `npm run -s reseal`: secrets of workspaces under the master key in force. Safe beside a running service. */
import { type Resealed, resealProviderKeys, resealWebhooks } from '../application/services/reseal-secrets.ts';
import { openSecrets } from './open-secrets.ts';
import { openObjectsToLookAt } from './open-stores.ts';
import { withExisting } from './open-existing.ts';
import { runTool } from './tool.ts';

const textOf = ({ resealed, current, lost }: Resealed): string =>
  `${resealed} are sealed again, ${current} were already, ${lost} do not open`;

await runTool(
  {
    name: 'reseal',
    about:
      'Seals each key and webhook of a workspace again that is not sealed under SECRETS_KEY. SECRETS_KEY_OLD opens it.',
    variables: 'It goes by DATA_DIR, SECRETS_KEY, SECRETS_KEY_OLD and the variables of the servers.',
    options: {},
  },
  async (_, say) =>
    withExisting(async (existing, config) => {
      const objects = await openObjectsToLookAt(config, existing);
      try {
        const deps = { ...existing, objects, secrets: await openSecrets(config, existing.ids) };
        const keys = await resealProviderKeys(deps);
        const webhooks = await resealWebhooks(deps);
        const text = `keys: ${textOf(keys)}\nwebhooks: ${textOf(webhooks)}`;
        const isOk = keys.lost + webhooks.lost === 0;
        return say.result({ ok: isOk, ...keys, webhooks }, text, isOk ? 0 : 1);
      } finally {
        await objects.close();
      }
    }),
);
