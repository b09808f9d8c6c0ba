/** The names with which pages and parts are written. */
export { html } from 'htm/preact';
export { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
