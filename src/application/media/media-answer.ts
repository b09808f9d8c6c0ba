/** The answers of calls without QA, made of the stream alone (contract, section 6). */
import { chargedCredits } from '../../../commands/media/state.ts';
import type { MediaState, SceneState } from '../../../commands/media/state.ts';
import type { Asset } from '../../../events/common.ts';
import type { Body, StoredAnswer } from '../application.ts';
import { json } from '../generation/answers.ts';

type Answer = Pick<StoredAnswer, 'status' | 'body' | 'signed'>;

/** Null when there is nothing to answer with: refused, or a single picture that did not come to be. */
export const mediaAnswer = (state: MediaState): Answer | null => {
  if (state.details === null) return null;
  return state.details.operation === 'image_generate' ? imageAnswer(state) : batchAnswer(state);
};

/** Object-store pictures as clients see them; `url` and `expiresAt` are signed when it is sent. */
const assetOf = ({ id, hash, contentType, width, height }: Asset): Body => ({
  id,
  hash: `sha256:${hash}`,
  contentType,
  width,
  height,
});

const imageAnswer = (state: MediaState): Answer | null => {
  const [scene] = state.scenes.values();
  if (scene?.status !== 'rendered' || scene.asset === null) return null;
  const { key } = scene.asset;
  const { seed } = scene.scene;
  const body = { ok: true, asset: assetOf(scene.asset), seed, chargedCredits: chargedCredits(state) };
  return { ...json(200, body), signed: ['', '/asset'].map((pointer) => ({ pointer, key })) };
};

const batchAnswer = (state: MediaState): Answer => {
  const scenes = [...state.scenes.values()];
  const rendered = scenes.filter(({ status }) => status === 'rendered').length;
  const charged = chargedCredits(state);
  const signed = scenes.flatMap(({ asset }, index) =>
    asset === null ? [] : ['', '/asset'].map((member) => ({ pointer: `/frames/${index}${member}`, key: asset.key })),
  );
  const body = {
    ok: true,
    status: rendered === scenes.length ? 'completed' : 'partial',
    requested_count: scenes.length,
    rendered_count: rendered,
    failed_count: scenes.length - rendered,
    frames: scenes.map(frameOf),
    charged_credits: charged,
    refunded_credits: (state.details?.requiredCredits ?? charged) - charged,
  };
  return { ...json(200, body), signed };
};

const frameOf = ({ scene, asset, failure }: SceneState): Body => {
  if (asset !== null) return { frameIndex: scene.index, status: 'rendered', asset: assetOf(asset) };
  return { frameIndex: scene.index, status: 'failed', error: failure };
};
