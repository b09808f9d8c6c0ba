/** The run as one HTML page that needs nothing beside it but the film: pictures inside, no script, fit for printing. */
import type { Audit, Check } from '../record/checks.ts';
import { type FrameResult, frameResults, type Run } from '../record/run.ts';
import { statementOf } from '../record/statement.ts';
import { frameCard, stripPicture } from './frame.ts';
import { html, type Html, nothing } from './html.ts';
import { auditSection, ledgerSection } from './ledger.ts';
import { css } from './css.ts';

export const pageOf = async (run: Run, checks: readonly Check[], audit: Audit): Promise<string> => {
  const frames = frameResults(run);
  const body = html`<main>
    ${header(run, frames)}
    <nav class="strip" aria-label="All frames">
      ${await Promise.all(frames.map(async (frame) => stripPicture(frame, run.pictures)))}
    </nav>
    ${filmSection(run)} ${checkList(checks)}
    <h2>Storyboard</h2>
    <p class="note">
      The score is technical: it measures exposure, contrast, sharpness and likeness, and does not tell whether a
      picture shows what was asked for. It is the smallest margin over all thresholds: 50, the mark on the bar, just
      passes; 100 is as good as it can tell. Below it are the words of the prompt that the engine did not draw. A frame
      costs its price for each attempt that led to the accepted picture.
    </p>
    <div class="frames">${await cards(frames, run)}</div>
    ${ledgerSection(statementOf(run))} ${auditSection(audit)} ${engineNote(run)}
  </main>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${html`${run.board.title}`.html}</title>
<style>${css}</style>
</head>
<body>
${body.html}
</body>
</html>
`;
};

/** The film is a file beside the page: that is `'self'` from a web server, and `file:` from a folder. */
const POLICY = "default-src 'none'; img-src data:; media-src 'self' file:; style-src 'unsafe-inline'";

const header = ({ board, plan, jobs, sequences }: Run, frames: readonly FrameResult[]): Html => {
  const charged = jobs.reduce((sum, { job }) => sum + job.chargedCredits, 0);
  const attempts = frames.reduce((sum, frame) => sum + frame.attempts.length, 0);
  const repaired = frames.filter((frame) => frame.attempts.length > 1).length;
  const certified = sequences.every(({ lifecycle }) => lifecycle === 'certified');
  const figures: readonly (readonly [string | number, string])[] = [
    [frames.length, `frames, ${board.scenes} scenes`],
    [attempts, `attempts, ${repaired} frames drawn again`],
    [charged, `credits charged`],
    [plan.plan.expectedCredits, `credits quoted, ${plan.plan.creditCeiling} at the very most`],
    [certified ? 'certified' : 'not certified', `${sequences.length} plan${sequences.length === 1 ? '' : 's'}`],
  ];
  return html`<header>
    <h1>${board.title}</h1>
    ${board.byline === '' ? nothing : html`<p class="byline">${board.byline}</p>`}
    <ul class="figures">
      ${figures.map(([figure, what]) => html`<li><b>${figure}</b><span>${what}</span></li>`)}
    </ul>
  </header> `;
};

/** Beside the page, not in it: a film is large. */
const filmSection = ({ film }: Run): Html =>
  film === null || film.file === null
    ? nothing
    : html`<video class="film" controls preload="metadata" src="film.mp4"></video> `;

const checkList = (checks: readonly Check[]): Html =>
  html`<ul class="checks">
    ${checks.map(
      ({ name, ok, detail }) => html`<li class="${ok ? 'good' : 'bad'}">${name}<small>${detail}</small></li>`,
    )}
  </ul> `;

const cards = async (frames: readonly FrameResult[], { pictures }: Run): Promise<readonly Html[]> => {
  const drawn: Html[] = [];
  for (const frame of frames) drawn.push(await frameCard(frame, pictures));
  return drawn;
};

const engineNote = ({ engine }: Run): Html =>
  engine === null
    ? nothing
    : html`<section class="ledger">
        <h2>The engine</h2>
        <p class="note">The engine <code>${engine.provider}</code>. ${engine.limitations.join(' ')}</p>
      </section> `;
