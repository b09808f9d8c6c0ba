/** One frame as a card: the prompt, the attempts, the cost, and the evidence. */
import type { Evidence } from '../record/answers.ts';
import type { AttemptResult, FrameResult, Picture } from '../record/run.ts';
import { reasonOf, scoreOf, shortfallsOf, shortNumber } from '../record/score.ts';
import { html, type Html, nothing } from './html.ts';
import { inlinePicture } from './pictures.ts';

type Pictures = ReadonlyMap<string, Picture>;
type Coverage = NonNullable<Evidence['coverage']>;

const PICTURE_WIDTH = 800;
const TRY_WIDTH = 192;
const STRIP_WIDTH = 160;

/** A small picture in the strip on top, which leads to the card. */
export const stripPicture = async ({ board, asset }: FrameResult, pictures: Pictures): Promise<Html> =>
  html`<a href="#frame-${board.label}" title="${board.label}"
    >${await pictureOf(asset?.hash, pictures, STRIP_WIDTH, board.label)}</a
  >`;

export const frameCard = async (frame: FrameResult, pictures: Pictures): Promise<Html> => {
  const { board, chargedCredits, evidence, asset } = frame;
  const score = evidence === null ? null : scoreOf(evidence);
  return html`<article class="frame" id="frame-${board.label}">
    ${await pictureOf(asset?.hash, pictures, PICTURE_WIDTH, `Frame ${board.label}: ${board.text}`)}
    <div class="told">
      <h3>${board.heading}</h3>
      <div class="head">
        <span class="label">${board.label}</span>${scoreBar(score)}
        <span class="cost">${tries(frame.attempts.length)}, ${credits(chargedCredits)}</span>
      </div>
      <p>${board.text}</p>
      ${leftOut(evidence?.coverage)}
      ${board.dialogue.map(({ who, says }) => html`<div class="says"><b>${who}</b>${says}</div>`)}
      ${await history(frame, pictures)} ${details(frame)}
    </div>
  </article> `;
};

const scoreBar = (score: number | null): Html => {
  if (score === null) return html`<span class="bar"></span><span class="score">–</span>`;
  const low = score < 50 ? 'low' : '';
  return html`<span class="bar"><i class="${low}" style="width:${score}%"></i></span
    ><span class="score"><small>technical</small> ${score}</span>`;
};

/** Where the engine tells: the words that a person will not find in the picture. */
const leftOut = (coverage: Coverage | undefined): Html =>
  coverage === undefined || coverage.left.length === 0
    ? nothing
    : html`<p class="left">not drawn: ${coverage.left.join(', ')}</p>`;

const drawnWords = (coverage: Coverage | undefined): Html =>
  coverage === undefined || coverage.drawn.length === 0
    ? nothing
    : html`<p class="left">drawn: ${coverage.drawn.join(', ')}</p>`;

const pictureOf = async (hash: string | undefined, pictures: Pictures, width: number, alt: string): Promise<Html> => {
  const picture = hash === undefined ? undefined : pictures.get(hash);
  if (picture === undefined) return html`<div class="blank"></div>`;
  return html`<img src="${await inlinePicture(picture.bytes, width)}" alt="${alt}" loading="lazy" />`;
};

/** A frame of one attempt that no review sent to repair has no history worth the room. */
const history = async ({ attempts, reviews, asset }: FrameResult, pictures: Pictures): Promise<Html> => {
  const sent = reviews.filter(({ decision }) => decision === 'repair');
  if (attempts.length < 2 && sent.length === 0) return nothing;
  const items = await Promise.all(
    attempts.map(async (attempt) => {
      const accepted = attempt.asset !== null && attempt.asset.hash === asset?.hash;
      return html`<li class="${accepted ? 'in' : 'out'}">
        ${await pictureOf(attempt.asset?.hash, pictures, TRY_WIDTH, `Attempt ${attempt.attempt}`)}
        <div>${attemptText(attempt)}</div>
      </li> `;
    }),
  );
  const words = reviews.map(
    ({ decision, note }) =>
      html`<li>
        <b class="${decision === 'repair' ? 'sent' : 'pass'}">${decision}</b>
        <div>${note}</div>
      </li>`,
  );
  return html`<ol class="tries">
    ${items}${words}
  </ol>`;
};

const attemptText = ({ attempt, byPerson, seed, evidence, error }: AttemptResult): Html => {
  const asked = byPerson ? ', asked for by a person' : '';
  const foot = html`<small>seed ${seed}${asked}</small>`;
  if (evidence === null)
    return html`<b>Attempt ${attempt}</b> <span class="fail">${error?.message ?? 'no picture'}</span>${foot}`;
  const { verdict } = evidence;
  const why = shortfallsOf(evidence);
  return html`<b>Attempt ${attempt}</b>
    <span class="${verdict}">technical ${verdict} ${scoreOf(evidence)}</span>
    ${why.length === 0 ? nothing : html`<div>${reasonOf(why)}</div>`}${foot}`;
};

const details = ({ board, requirementId, asset, evidence, attempts }: FrameResult): Html => {
  const last = attempts.at(-1);
  return html`<details>
    <summary>prompt and evidence</summary>
    <p>${board.prompt}</p>
    ${drawnWords(evidence?.coverage)} ${evidence === null ? nothing : evidenceTable(evidence)}
    <p><code>${requirementId}</code><br /><code>${asset?.hash ?? ''}</code><br />${last?.engine ?? ''}</p>
  </details>`;
};

const evidenceTable = ({ metrics, thresholds, scorer, version }: Evidence): Html => {
  const rows = Object.entries(thresholds).map(([metric, { min, max }]) => {
    const value = metrics[metric];
    const range = [min === undefined ? '' : `≥ ${min}`, max === undefined ? '' : `≤ ${max}`].join(' ').trim();
    return html`<tr>
      <td>${metric}</td>
      <td class="n">${value === undefined ? '–' : shortNumber(value)}</td>
      <td class="n">${range}</td>
    </tr>`;
  });
  return html`<table>
    <tr>
      <th>${scorer} ${version}</th>
      <th class="n">found</th>
      <th class="n">asked</th>
    </tr>
    ${rows}
  </table>`;
};

const tries = (attempts: number): string => `${attempts} attempt${attempts === 1 ? '' : 's'}`;
const credits = (amount: number): string => `${amount} credit${amount === 1 ? '' : 's'}`;
