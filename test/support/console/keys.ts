/** A person at the keyboard of a page: a mouse is never used. */
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';

const STEPS_MAX = 60;

export type Keys = {
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** As a person pastes it. */
  readonly write: (text: string) => Promise<void>;
  /** By the key Tab, to the control whose words begin so. */
  readonly reach: (words: RegExp) => Promise<void>;
  /** A key, or the control of these words and Enter; then a heading is there. */
  readonly step: (by: string | RegExp, heading: string) => Promise<void>;
};

export const keysOf = (t: ExecutionContext, page: Page): Keys => {
  const { keyboard } = page;
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await keyboard.press(key);
  };
  const reach = async (words: RegExp): Promise<void> => {
    const met: string[] = [];
    for (let pressed = 0; pressed < STEPS_MAX; pressed += 1) {
      const at = await page.evaluate(() => {
        const { activeElement: control } = document;
        const labels = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
        const label = labels ? control.labels?.[0]?.textContent : control?.textContent;
        const own = control?.getAttribute('aria-label') ?? control?.querySelector('svg')?.getAttribute('aria-label');
        return (own ?? label ?? '').trim();
      });
      if (words.test(at)) return;
      met.push(at.slice(0, 40));
      await press('Tab');
    }
    t.fail(`no way by keys to ${words.source}: ${met.join(', ')}`);
  };
  return {
    press,
    reach,
    write: async (text) => keyboard.insertText(text),
    step: async (by, heading) => {
      if (typeof by !== 'string') await reach(by);
      await press(typeof by === 'string' ? by : 'Enter');
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    },
  };
};

/** In the page: a second key, as soon as the first one has changed the heading, before anything else runs. */
export const pressTogether = async (keys: {
  readonly first: string;
  readonly heading: string;
  readonly then: string;
}) => {
  const { promise: pressed, resolve } = Promise.withResolvers<void>();
  const press = (key: string): boolean => document.dispatchEvent(new KeyboardEvent('keydown', { key }));
  const observer = new MutationObserver(() => {
    if (![...document.querySelectorAll('h2')].some((one) => one.textContent === keys.heading)) return;
    observer.disconnect();
    press(keys.then);
    resolve();
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  press(keys.first);
  return pressed;
};
