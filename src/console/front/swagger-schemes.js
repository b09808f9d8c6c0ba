/**
 * The schemes of the document as they are: they refer to nothing. To resolve them, swagger-ui would take the whole
 * document apart, which takes seconds of each visit.
 */

const SCHEMES = ['components', 'securitySchemes'];

/**
 * @typedef {readonly string[]} Path
 * @typedef {{ readonly getIn: (path: Path) => { readonly toJS: () => unknown } }} Read the document
 * @typedef {object} System of swagger-ui
 * @property {{ readonly updateResolvedSubtree: (path: Path, value: unknown) => unknown }} specActions
 * @property {{ readonly specJson: () => Read }} specSelectors
 */
export const swaggerSchemes = {
  statePlugins: {
    spec: {
      wrapActions: {
        requestResolvedSubtree:
          (/** @type {(path: Path) => unknown} */ original, /** @type {System} */ { specActions, specSelectors }) =>
          (/** @type {Path} */ path) =>
            path.join() === SCHEMES.join()
              ? specActions.updateResolvedSubtree(path, specSelectors.specJson().getIn(SCHEMES).toJS())
              : original(path),
      },
    },
  },
};
