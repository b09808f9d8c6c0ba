import { html } from '../app/html.js';
import { useStore } from '../app/store.js';
import { switchTheme, theme } from '../app/theme.js';
import { Icon } from './icon.js';

export const ThemeSwitch = () => {
  const dark = useStore(theme) === 'dark';
  return html`
    <button class="quiet" type="button" onClick=${switchTheme} title=${dark ? 'Light theme' : 'Dark theme'}>
      <${Icon} name=${dark ? 'sun' : 'moon'} label=${dark ? 'Light theme' : 'Dark theme'} />
    </button>
  `;
};
