/** The reference of the API on the page at `/`: swagger-ui shows the document that the address of the page names. */
import { swaggerSchemes } from './swagger-schemes.js';
import { swaggerText } from './swagger-text.js';

/** @typedef {{ readonly SwaggerUIBundle: (options: object) => unknown }} WithSwagger */
const { SwaggerUIBundle } = /** @type {WithSwagger} */ (/** @type {unknown} */ (globalThis));

const root = document.documentElement;
const light = matchMedia('(prefers-color-scheme: light)');
/** The class under which swagger-ui is dark. */
const follow = () => {
  const theme = root.dataset['theme'] ?? (light.matches ? 'light' : 'dark');
  root.classList.toggle('dark-mode', theme === 'dark');
};
light.addEventListener('change', follow);
follow();

for (const link of document.querySelectorAll('.front-documents a')) {
  if (link instanceof HTMLAnchorElement && link.search === location.search) link.setAttribute('aria-current', 'page');
}

SwaggerUIBundle({
  url: `/api/v1/openapi${location.search}`,
  dom_id: '#reference',
  plugins: [swaggerSchemes, swaggerText],
  deepLinking: true,
  showCommonExtensions: true,
  // The list of all shapes is closed: each operation shows its own.
  defaultModelsExpandDepth: 0,
  // Otherwise swagger-ui would ask a public host for a verdict on the document.
  validatorUrl: null,
});
