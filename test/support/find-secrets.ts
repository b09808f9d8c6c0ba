/** Looks for secrets in what a service has left behind: as they are, and in the forms that could hide them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Long enough that no chance finds it, and short enough that some piece is whole within a page of a file. */
const PIECE = 24;

const FORMS: Readonly<Record<string, (piece: string) => readonly string[]>> = {
  'as it is': (piece) => [piece],
  'in hex': (piece) => [Buffer.from(piece).toString('hex'), Buffer.from(piece).toString('hex').toUpperCase()],
  'URL-encoded': (piece) => [encodeURIComponent(encodeURIComponent(piece)), encodeURIComponent(piece)],
  // The bytes before it shift the letters of base64: three ways, without the ends that its neighbours share.
  'in base64': (piece) =>
    [0, 1, 2].flatMap((before) => {
      const bytes = Buffer.from(`${'x'.repeat(before)}${piece}`);
      const trimmed = (text: string): string => text.slice(before === 0 ? 0 : 4, -4);
      return [trimmed(bytes.toString('base64')), trimmed(bytes.toString('base64url'))];
    }),
};

const piecesOf = (secret: string): readonly string[] =>
  Array.from({ length: Math.floor(secret.length / PIECE) }, (_, index) =>
    secret.slice(index * PIECE, (index + 1) * PIECE),
  );

/** Names of the secrets that are in these bytes, with the form. */
export const secretsIn = (bytes: Buffer, secrets: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(FORMS)
      .filter(([, forms]) => piecesOf(secret).some((piece) => forms(piece).some((form) => bytes.includes(form))))
      .map(([form]) => `${name} ${form}`),
  );

/** All files under a folder, as bytes, but for those under some names. */
export const filesUnder = (folder: string, except: readonly string[]): ReadonlyMap<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .filter((path) => !except.some((name) => path.startsWith(name)))
      .map((path) => [path, readFileSync(join(folder, path))]),
  );
