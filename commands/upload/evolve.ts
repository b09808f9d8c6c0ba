import { onEvent } from '../../src/kernel/handlers.ts';
import type { UploadEvent } from '../../events/upload.ts';
import type { UploadState } from './state.ts';

export const evolve = onEvent<UploadEvent, UploadState>({
  UploadOffered: (state, offer) => ({ ...state, offer }),
  UploadRegistered: (state, { asset, registeredAt }) => ({
    ...state,
    outcome: { kind: 'registered', asset, registeredAt },
  }),
  UploadRefused: (state, { code }) => ({ ...state, outcome: { kind: 'refused', code } }),
  UploadCleared: (state) => ({ ...state, cleared: true }),
});
