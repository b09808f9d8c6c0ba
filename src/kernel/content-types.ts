/**
 * The kinds of bytes that objects hold. The extension of an object's key names the kind. So a stored object is a plain
 * file, and its type needs no place of its own. A key without an extension is canonical JSON: an artifact. HTML and SVG
 * are missing on purpose: they can carry script.
 */

const extensions: Readonly<Record<string, string>> = {
  'application/zip': 'zip',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/webm': 'weba',
  'text/vtt': 'vtt',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
};

const ARTIFACT = 'application/json';

const types = new Map(Object.entries(extensions).map(([type, extension]) => [extension, type]));

/** The extension of keys of this type, without the dot; `''` for JSON. Undefined for a type that no object has. */
export const extensionOf = (contentType: string): string | undefined => {
  if (contentType === ARTIFACT) return '';
  return Object.hasOwn(extensions, contentType) ? extensions[contentType] : undefined;
};

/** The content type of a key's extension; undefined for an extension that no object has. */
export const contentTypeOf = (key: string): string | undefined => {
  const name = key.slice(key.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot === -1 ? ARTIFACT : types.get(name.slice(dot + 1));
};
