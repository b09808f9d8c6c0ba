import { createReadSettings, createSaveSettings } from '../../application/settings/creative-settings.ts';
import { declared } from '../contract/operations/registry.ts';
import { plain, reads, type Route } from './route.ts';

export const settingsRoutes: readonly Route[] = [
  reads(declared.getCreativeSettings, createReadSettings, async (read, { caller, fresh }) => read(caller, fresh)),
  plain(declared.saveCreativeSettings, createSaveSettings, async (save, { caller, body, ifMatch }) =>
    save(caller, body, ifMatch),
  ),
];
