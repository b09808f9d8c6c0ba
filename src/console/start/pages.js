/**
 * The pages of the console, in the order of the navigation. A page is a file of `pages/` that is listed here; it knows
 * no other page.
 */
import { certificatePage } from '../pages/certificate.js';
import { newProjectPage } from '../pages/new-project.js';
import { projectPage } from '../pages/project.js';
import { creditsPage } from '../pages/credits.js';
import { deliveryPage, deliveriesPage } from '../pages/deliveries.js';
import { filmPage } from '../pages/film.js';
import { filmsPage, soundPages } from '../pages/films.js';
import { libraryPage } from '../pages/library.js';
import { servicePage } from '../pages/service.js';
import { settingsPage } from '../pages/settings.js';
import { workspacePage } from '../pages/workspace.js';
import { projectsPage } from '../pages/projects.js';
import { reviewPage } from '../pages/review.js';
import { screenplayPage } from '../pages/screenplay.js';

/**
 * @typedef {object} Page
 * @property {string} path such as `/projects/:projectId`; its parameters are the props of the view
 * @property {string} title of the window
 * @property {string} [nav] the words in the navigation; a page without them is reached by links
 * @property {string} [steps] a parameter whose change keeps the page and its state
 * @property {(props: any) => unknown} view
 */

/** @type {readonly Page[]} */
export const pages = [
  projectsPage,
  newProjectPage,
  projectPage,
  screenplayPage,
  reviewPage,
  certificatePage,
  filmsPage,
  ...soundPages,
  filmPage,
  libraryPage,
  deliveriesPage,
  deliveryPage,
  creditsPage,
  settingsPage,
  workspacePage,
  servicePage,
];
