/** The names with which pages and parts are written. */
export { html } from 'htm/preact';
export { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
