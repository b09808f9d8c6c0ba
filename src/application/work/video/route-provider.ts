/** The engine that a request for a film asks for, by any of its four members; `route` chooses it. */
import { refused, ok, type Result } from '../../calls/result.ts';
import { AUTO } from '../resolve-engines.ts';

export type Routing = {
  readonly render_provider?: string;
  readonly execution_target?: string;
  readonly videoModel?: string;
  readonly input_modality?: string;
};

/** spec: "default is a model identifier of provider_a". It leaves the choice to the deployment. */
export const DEFAULT_VIDEO_MODEL = 'provider_a-video-default';

const PROVIDER_OF_TARGET: Readonly<Record<string, string>> = { provider_b_render: 'provider_b' };

/** A model is named after its provider, e.g. `provider_a-video-default`. */
const providerOfModel = (model: string): string => (model === DEFAULT_VIDEO_MODEL ? AUTO : (model.split('-')[0] ?? ''));

/** `auto` where none is asked for. Refusal: members that ask for different ones. */
export const routeProvider = (routing: Routing): Result<string> => {
  const {
    render_provider: provider = AUTO,
    execution_target: target = AUTO,
    videoModel = DEFAULT_VIDEO_MODEL,
    input_modality: modality,
  } = routing;
  const asked = [
    ['/render_provider', provider],
    ['/execution_target', PROVIDER_OF_TARGET[target] ?? target],
    ['/videoModel', providerOfModel(videoModel)],
    // Only provider_b makes films of a sound.
    ['/input_modality', modality === 'audio_to_video' ? 'provider_b' : AUTO],
  ] as const;
  const named = asked.filter(([, name]) => name !== AUTO);
  const [first] = named;
  if (first === undefined) return ok(AUTO);
  const others = named.filter(([, name]) => name !== first[1]);
  if (others.length === 0) return ok(first[1]);
  const details = others.map(([pointer]) => ({ pointer, message: `asks for another provider than ${first[0]}` }));
  return refused('validation_failed', 'the request asks for several providers at once', details);
};
