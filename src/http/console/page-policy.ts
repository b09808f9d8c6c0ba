/** The policy under which a browser runs a page of the service. */

/**
 * Nothing of another host, nothing inline but `scripts`, no text that becomes code or markup. `scripts`: sources beside
 * the service itself, such as hashes. `mediaOrigins`: other origins that serve pictures, films and sound.
 */
export const pagePolicy = (scripts: readonly string[], mediaOrigins: readonly string[]): string => {
  const media = ["'self'", 'blob:', ...mediaOrigins].join(' ');
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${media} data:`,
    `media-src ${media}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
};
