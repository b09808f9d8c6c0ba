/** The head that the pages for people share. */

/** Runs before the first paint: a chosen theme must not flash. */
export const FIRST = 'start/first-theme.js';

/** `at`: the address of a file of this release; `head`: the tags of a page's own; `body`: its content. */
export const pageHtml = (
  at: (path: string) => string,
  head: readonly string[],
  body: string,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Production Intelligence</title>
<link rel="icon" href="${at('style/mark.svg')}" type="image/svg+xml">
<script src="${at(FIRST)}"></script>
${head.join('\n')}
</head>
<body>
${body}
</body>
</html>
`;

export const styleTag = (href: string): string => `<link rel="stylesheet" href="${href}">`;
