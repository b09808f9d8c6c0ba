import { html } from '../app/html.js';
import { Empty } from './states.js';

export const NotFound = () => html`
  <${Empty} title="There is no such page" level=${1}
    ><p><a class="button" href="#/projects">To the projects</a></p><//
  >
`;
