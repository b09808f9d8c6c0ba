/** Films held against the ledger: one entry for each, when all of it is made, or when nothing more can be. */
import test from 'ava';
import { WHOLE } from '../../../../commands/job/queries.ts';
import { checkpointDecided, jobCompleted, jobFailed, jobQueued } from '../../../../events/job.ts';
import { filmDetailsOf } from '../../../support/jobs/builders.ts';
import { frameStory } from '../../../support/jobs/frame-story.ts';
import { holdStory } from '../../../support/ledger/ledger-story.ts';
import { settle } from '../../../support/ledger/settled.ts';
import { createHistory, type History } from '../../../support/log/history.ts';

const JOB = 'job-job_1';
const LEDGER = 'ledger-ws_1';
const film = filmDetailsOf({ scenes: 1 });
const wholeHold = holdStory({ ownerId: 'job_1', parts: { [WHOLE]: 10 } });
const made = (tasks: number): History =>
  film.tasks
    .slice(0, tasks)
    .reduce((history, { index }) => history.on(JOB, frameStory(film, index).rendered()), filmQueued());
const filmQueued = (): History => createHistory().on(LEDGER, wholeHold.held()).on(JOB, jobQueued(film));
const filmMade = { accepted: 5, notAccepted: 0, chargedCredits: 10 };
const filmFailed = { accepted: 4, notAccepted: 1, chargedCredits: 0 };

test('a film is paid by one entry once all of it is made, and given back by one otherwise', (t) => {
  const nothing = { parts: 0, credits: 0, accepted: 0 };
  const paid = made(5).on(LEDGER, wholeHold.debited(WHOLE, 10)).on(JOB, jobCompleted(filmMade));
  t.deepEqual(settle(paid.events), { findings: [], owed: nothing });
  const back = made(4).on(LEDGER, wholeHold.released(WHOLE)).on(JOB, jobFailed(filmFailed));
  t.deepEqual(settle(back.events), { findings: [], owed: nothing });
  t.deepEqual(settle(made(4).events).owed, { parts: 1, credits: 10, accepted: 0 });
  t.deepEqual(settle(made(5).events).owed, { parts: 1, credits: 10, accepted: 1 });
});

test('of a film that a person stopped, all that there is is paid', (t) => {
  const stop = { before: 'scene-0000', decision: 'stop', decidedBy: 'ann', leftOut: ['scene-0000', 'music'] } as const;
  const rest = [0, 3, 4].map((index) => frameStory(film, index).rendered());
  const history = filmQueued()
    .on(JOB, checkpointDecided({ ...stop, leftOut: [...stop.leftOut] }), ...rest)
    .on(LEDGER, wholeHold.debited(WHOLE, 2))
    .on(JOB, jobCompleted({ accepted: 3, notAccepted: 0, chargedCredits: 2 }));
  t.deepEqual(settle(history.events).findings, []);
});

const wrongFilms: Readonly<Record<string, History>> = {
  debited_unaccepted: made(4).on(LEDGER, wholeHold.debited(WHOLE, 7)),
  debited_otherwise: made(5).on(LEDGER, wholeHold.debited(WHOLE, 7)),
  released_accepted: made(5).on(LEDGER, wholeHold.released(WHOLE)),
  charged_twice: made(4).on(JOB, frameStory(film, 3).rendered()),
  totalled_otherwise: made(4)
    .on(LEDGER, wholeHold.released(WHOLE))
    .on(JOB, jobFailed({ ...filmFailed, chargedCredits: 10 })),
  final_unsettled: made(5).on(JOB, jobCompleted(filmMade)),
};

for (const [what, history] of Object.entries(wrongFilms)) {
  test(`of a film the settlement names ${what}`, (t) => {
    t.deepEqual(
      settle(history.events).findings.map((finding) => finding.what),
      [what],
    );
  });
}
