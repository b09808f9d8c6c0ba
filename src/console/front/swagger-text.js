/**
 * Descriptions as swagger-ui shows them, without markup of text: the policy of the page refuses that. The texts here
 * have words in backquotes, and swagger-ui itself says `<i>…</i>`.
 */

/**
 * @typedef {(tag: string, props: object | null, ...children: unknown[]) => unknown} CreateElement
 * @param {{ readonly React: { readonly createElement: CreateElement } }} system of swagger-ui
 */
export const swaggerText = ({ React: { createElement } }) => ({
  components: {
    Markdown: (/** @type {{ readonly source?: string }} */ { source = '' }) =>
      source === ''
        ? null
        : createElement(
            'div',
            { className: 'markdown' },
            ...source.split(PARTS).map((part) => partOf(createElement, part)),
          ),
  },
});

const PARTS = /(`[^`]+`|<i>[^<]*<\/i>)/;

/** @type {(createElement: CreateElement, part: string) => unknown} */
const partOf = (createElement, part) => {
  if (part.startsWith('`') && part.length > 1) return createElement('code', null, part.slice(1, -1));
  return part.startsWith('<i>') ? createElement('i', null, part.slice(3, -4)) : part;
};
