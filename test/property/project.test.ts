import test from 'ava';
import { projectDecider } from '../../commands/project/decider.ts';
import type { ProjectCommand } from '../../commands/project/decider.ts';
import type { ProjectState } from '../../commands/project/state.ts';
import { scriptRevised } from '../../events/project/index.ts';
import { hashOf } from '../support/builders.ts';
import { eventsOf, runChoices } from '../support/decider-run.ts';
import { breaks, holds } from '../support/property.ts';
import { seeing, telling } from '../support/sabotage.ts';
import { lawNames, projectLaws } from './project-laws.ts';
import type { ProjectDecider, ProjectLaw } from './project-laws.ts';
import { commandOf, projectWork } from './project-steps.ts';

const RUNS = 500;

test('any work on a project keeps its laws', (t) => {
  t.notThrows(() => holds(projectWork, projectLaws(projectDecider), RUNS));
});

const forOne = (type: ProjectCommand['type'], doctor: (state: ProjectState) => Partial<ProjectState>) =>
  seeing(projectDecider, (state, command) => (command.type === type ? { ...state, ...doctor(state) } : state));

/** Decides another command than the one that came. */
const hearing = (
  change: (command: ProjectCommand, revision: number | 'none', state: ProjectState) => ProjectCommand,
): ProjectDecider => ({
  ...projectDecider,
  decide: (command, state, revision) => projectDecider.decide(change(command, revision, state), state, revision),
});

/** For each law a decider that breaks it. */
const sabotages: Readonly<Record<ProjectLaw, readonly (readonly [string, ProjectDecider])[]>> = {
  createdOnce: [['a project that is created again', forOne('CreateProject', () => ({ name: null }))]],
  oneClaimAtATime: [
    [
      'a claim that does not see the open one',
      forOne('ClaimGeneration', ({ claims }) => ({
        claims: claims.map((claim) => ({ ...claim, outcome: 'finished' })),
      })),
    ],
    [
      'an end of another claim',
      hearing((command, _, { claims }) =>
        command.type === 'EndGeneration' ? { ...command, n: claims.length } : command,
      ),
    ],
    [
      'claims that are numbered by their callers',
      forOne('ClaimGeneration', ({ claims }) => ({ claims: claims.slice(-1) })),
    ],
  ],
  claimsHoldWhereTheyWereChecked: [
    [
      'a claim that holds wherever it comes',
      hearing((command, revision) =>
        command.type === 'ClaimGeneration' ? { ...command, checkedAt: revision } : command,
      ),
    ],
  ],
  ifMatchIsHonoured: [
    [
      'a caller whose belief nobody asks for',
      hearing((command) => ('ifMatch' in command ? { ...command, ifMatch: null } : command)),
    ],
  ],
  storyboardsFollowTheScript: [
    [
      'a storyboard from any script',
      {
        ...projectDecider,
        decide: (command, state, revision) => {
          if (command.type !== 'ReviseStoryboard') return projectDecider.decide(command, state, revision);
          const { scriptRevisionId } = command.storyboard;
          const script = scriptRevisionId === null ? null : { revisionId: scriptRevisionId, artifactHash: '' };
          return projectDecider.decide(command, { ...state, script }, revision);
        },
      },
    ],
  ],
  theStateTellsTheLog: [
    [
      'a refused start that counts',
      {
        ...projectDecider,
        evolve: (state, event) =>
          projectDecider.evolve(
            state,
            event.type === 'GenerationEnded' ? { ...event, data: { ...event.data, outcome: 'finished' } } : event,
          ),
      },
    ],
    [
      'a storyboard that is forgotten with its script',
      {
        ...projectDecider,
        evolve: (state, event) => {
          const after = projectDecider.evolve(state, event);
          return event.type === 'ScriptRevised' ? { ...after, storyboard: null } : after;
        },
      },
    ],
  ],
  onlyRevisionsRevise: [
    [
      'a claim that moves the script',
      telling(projectDecider, (event) =>
        event.type === 'GenerationClaimed'
          ? [event, scriptRevised({ scriptRevisionId: 'rvs_s9', artifactHash: hashOf('script 9'), chars: 9 })]
          : event,
      ),
    ],
  ],
  eventsCanBeStored: [
    [
      'a project without a workspace',
      telling(projectDecider, (event) =>
        event.type === 'ProjectCreated' ? { ...event, data: { ...event.data, workspaceId: '' } } : event,
      ),
    ],
  ],
  repeatsYieldNothing: [
    ['a script that moves each time', forOne('ReviseScript', () => ({ script: null }))],
    [
      'an end that is recorded each time',
      forOne('EndGeneration', ({ claims }) => ({ claims: claims.map((claim) => ({ ...claim, outcome: null })) })),
    ],
  ],
};

for (const law of lawNames) {
  for (const [name, decider] of sabotages[law]) {
    test(`${law} finds ${name}`, (t) => {
      t.false(breaks(projectWork, projectLaws(decider, []), RUNS), 'the work itself can be done');
      t.true(breaks(projectWork, projectLaws(decider, [law]), RUNS));
    });
  }
}

test('the work that is tried reaches every event and every refusal', (t) => {
  const seen = new Set<string>();
  holds(
    projectWork,
    (steps) => {
      const run = runChoices(projectDecider, steps, commandOf);
      for (const { event } of eventsOf(run)) seen.add(event.type);
      for (const { refusal } of run.steps) if (refusal !== null) seen.add(refusal);
    },
    RUNS,
  );
  const events = 'GenerationClaimed GenerationEnded ProjectCreated ScriptRevised StoryboardRevised';
  const refusals = 'moved project_not_found revision_mismatch storyboard_job_active';
  t.deepEqual([...seen].toSorted(), `${events} ${refusals}`.split(' ').toSorted());
});
