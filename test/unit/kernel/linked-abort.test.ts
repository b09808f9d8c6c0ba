import test from 'ava';
import { getEventListeners } from 'node:events';
import { linkedAbort } from '../../../src/kernel/linked-abort.ts';

test('a linked controller is aborted by its parent, with the reason of the parent', (t) => {
  const parent = new AbortController();
  const linked = linkedAbort(parent.signal);
  t.false(linked.signal.aborted);
  parent.abort('stop');
  t.true(linked.signal.aborted);
  t.is(linked.signal.reason, 'stop');
});

test('a linked controller of an aborted parent is aborted from the start', (t) => {
  t.true(linkedAbort(AbortSignal.abort('gone')).signal.aborted);
});

test('a linked controller leaves nothing in its parent, and is not aborted by it after its release', (t) => {
  const parent = new AbortController();
  const linked = linkedAbort(parent.signal);
  linked.release();
  t.is(getEventListeners(parent.signal, 'abort').length, 0);
  parent.abort();
  t.false(linked.signal.aborted);
  linked.abort('over');
  t.is(linked.signal.reason, 'over');
});
