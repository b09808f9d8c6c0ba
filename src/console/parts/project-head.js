/** The head of the pages of one project: its name, and the ways between these pages. */
import { html } from '../app/html.js';
import { useSubject } from '../app/subject.js';
import { Tabs } from './tabs.js';

/**
 * @param {{ projectId: string, name: string, children?: unknown,
 *   current: 'board' | 'screenplay' | 'certificate' }} props
 */
export const ProjectHead = ({ projectId, name, current, children }) => {
  useSubject(name);
  const at = `/projects/${projectId}`;
  const links = [
    [at, 'Board'],
    [`${at}/screenplay`, 'Screenplay'],
    [`${at}/certificate`, 'Certificate'],
  ];
  return html`
    <div class="page-head project-head">
      <div>
        <p class="note"><a href="#/projects">Projects</a></p>
        <h1 dir="auto">${name}</h1>
      </div>
      <div class="project-acts">${children}</div>
      <${Tabs} label="Project" current=${current === 'board' ? at : `${at}/${current}`} links=${links} />
    </div>
  `;
};
