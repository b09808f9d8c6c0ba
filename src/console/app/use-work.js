/** Work that a person asks for, one at a time: it takes a while, and may be refused with words for the person. */
import { useState } from 'preact/hooks';

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {{ leaves?: boolean }} [options] `leaves`: its part leaves the page at the end, and is busy until then */
export const useWork = ({ leaves = false } = {}) => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const act = async (/** @type {() => Promise<unknown>} */ work) => {
    if (busy) return;
    setBusy(true);
    setError('');
    try {
      await work();
      if (!leaves) setBusy(false);
    } catch (refused) {
      setError(messageOf(refused));
      setBusy(false);
    }
  };
  return { busy, error, setError, act };
};
