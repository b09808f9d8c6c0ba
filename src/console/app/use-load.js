/** The state of a value that is on its way: loading, ready or failed. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/**
 * @template T
 * @typedef {object} Loaded
 * @property {T | undefined} value
 * @property {Error | undefined} error
 * @property {boolean} loading
 * @property {() => void} reload
 * @property {(value: T) => void} set
 * @property {(next: (value: T) => T) => void} change of the value that is there then, where one is
 */

/**
 * Loads at first, when `inputs` change and on `reload`. A value that is there stays while the next one is on its way.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} load
 * @param {readonly unknown[]} inputs
 * @returns {Loaded<T>}
 */
export const useLoad = (load, inputs) => {
  const [state, setState] = useState(/** @type {{ value?: T, error?: Error, loading: boolean }} */ ({ loading: true }));
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const ending = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    latest.current(ending.signal).then(
      (value) => {
        if (!ending.signal.aborted) setState({ value, loading: false });
      },
      (/** @type {Error} */ error) => {
        if (!ending.signal.aborted) setState((before) => ({ ...before, error, loading: false }));
      },
    );
    return () => ending.abort();
  }, [round, ...inputs]);
  const reload = useCallback(() => setRound((n) => n + 1), []);
  const set = useCallback((/** @type {T} */ value) => setState({ value, loading: false }), []);
  const change = useCallback((/** @type {(value: T) => T} */ next) => {
    setState((before) => (before.value === undefined ? before : { value: next(before.value), loading: false }));
  }, []);
  return { value: state.value, error: state.error, loading: state.loading, reload, set, change };
};
