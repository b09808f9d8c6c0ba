/** Targets that are no target: the router only ever sees paths that decode. */
import { limits } from '../../kernel/limits.ts';
import { refusal, type Refusal } from '../errors/refusal.ts';

// eslint-disable-next-line no-control-regex -- it looks for control characters
const CONTROL = /[\u0000-\u001f\u007f]/;

/** `target` is the request target as received, `path` its path. */
export const checkPath = (target: string, path: string): Refusal | undefined => {
  if (target.length > limits.pathCharsMax) {
    return refusal('malformed_request', `A path has at most ${limits.pathCharsMax} characters`);
  }
  if (!path.includes('%')) return undefined;
  try {
    if (!CONTROL.test(decodeURIComponent(path))) return undefined;
  } catch {
    // Not percent-encoded UTF-8: refused below.
  }
  return refusal('malformed_request', 'The path is not percent-encoded UTF-8');
};
