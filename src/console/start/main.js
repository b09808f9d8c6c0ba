/** The start of the console in a browser. */
import { render } from 'htm/preact';
import { App } from './app.js';
import { html } from '../app/html.js';

const place = document.getElementById('app');
if (place !== null) render(html`<${App} />`, place);
