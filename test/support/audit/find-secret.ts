/** Looks for a secret in everything that a service leaves behind, however it may have been spelt. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Raw, base64 in its three alignments, hex, percent-encoded, with JSON's escapes, and as UTF-16. */
export const spellings = (secret: string): readonly Buffer[] => {
  const bytes = Buffer.from(secret);
  // At another place in a longer text other characters come out: the middle of them is the same.
  const aligned = [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]);
    return [text.toString('base64'), text.toString('base64url')].map((encoded) => encoded.slice(4, -4));
  });
  const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const hex = bytes.toString('hex');
  const texts = [
    secret,
    ...aligned,
    hex,
    hex.toUpperCase(),
    percent,
    percent.toUpperCase(),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ];
  // As a runtime may keep a text in memory, and so in a dump of it.
  return [...[...new Set(texts)].map((text) => Buffer.from(text)), Buffer.from(secret, 'utf16le')];
};

export const contains = (place: Buffer, secret: string): boolean =>
  spellings(secret).some((spelling) => place.includes(spelling));

/** The files below a folder that hold the secret, apart from those in `except`. */
export const filesWith = (folder: string, secret: string, except: readonly string[] = []): readonly string[] => {
  const forms = spellings(secret);
  return filesIn(folder)
    .filter((path) => !except.some((prefix) => path.startsWith(prefix)))
    .filter((path) => {
      const bytes = readFileSync(join(folder, path));
      return forms.some((form) => bytes.includes(form)) || forms.some((form) => path.includes(form.toString()));
    });
};

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
