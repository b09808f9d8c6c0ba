/** The projects of the workspace. */
import { html } from '../app/html.js';
import { dayOf } from '../app/time.js';
import { usePages } from '../app/use-pages.js';
import { Cover } from '../parts/cover.js';
import { PagesOf } from '../parts/pages-of.js';

/** @typedef {import('../app/answers.ts').Project} Project */

const Projects = () => {
  const list = usePages('listProjects', {}, ({ projects }) => projects);
  const none = 'A project begins with a screenplay. It is split into frames, and nothing is charged.';
  return html`
    <div class="page">
      <div class="page-head">
        <h1>Projects</h1>
        <a class="button primary" href="#/new">New project</a>
      </div>
      <${PagesOf} list=${list} what="the projects" none="No project yet" hint=${none}>
        <ul class="projects">
          ${list.items?.map((project) => html`<${Card} key=${project.id} project=${project} />`)}
        </ul>
      <//>
    </div>
  `;
};

/** @param {{ project: Project }} props */
const Card = ({ project }) => html`
  <li>
    <a class="project" href=${`#/projects/${project.id}`}>
      <${Cover} projectId=${project.id} />
      <span class="project-words">
        <b class="short" dir="auto">${project.name}</b>
        <span class="note">
          ${project.frameCount === 1 ? '1 frame' : `${project.frameCount} frames`} · ${dayOf(project.updatedAt)}
        </span>
      </span>
    </a>
  </li>
`;

export const projectsPage = { path: '/projects', title: 'Projects', nav: 'Projects', view: Projects };
