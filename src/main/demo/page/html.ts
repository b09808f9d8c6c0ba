/** HTML in which every text is escaped unless it is HTML already. */

export type Html = { readonly html: string };

type Piece = string | number | Html | readonly Html[];

export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html => ({
  html: strings.reduce((text, part, index) => {
    const piece = index === 0 ? undefined : pieces[index - 1];
    return text + (piece === undefined ? '' : rendered(piece)) + part;
  }, ''),
});

export const nothing: Html = { html: '' };

const rendered = (piece: Piece): string => {
  if (typeof piece === 'number') return String(piece);
  if (typeof piece === 'string') return escaped(piece);
  return 'html' in piece ? piece.html : piece.map((part) => part.html).join('');
};

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
