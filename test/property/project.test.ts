import test from 'ava';
import { createProjectDecider, type ProjectCommand } from '../../commands/project/decider.ts';
import type { ProjectState } from '../../commands/project/state.ts';
import { scriptRevised } from '../../events/project.ts';
import { hashOf } from '../support/jobs/builders.ts';
import { testLaws } from '../support/property/law-tests.ts';
import { asking, folding, hearing, misstating, seeing, telling } from '../support/property/sabotage.ts';
import { laws, PERIOD, type ProjectDecider, runOn } from './project-laws.ts';
import { projectWork } from './project-steps.ts';

const projectDecider = createProjectDecider(PERIOD);

const forOne = (type: ProjectCommand['type'], doctor: (state: ProjectState) => Partial<ProjectState>) =>
  seeing(projectDecider, (state, command) => (command.type === type ? { ...state, ...doctor(state) } : state));

/** For each law a decider that breaks it. */
const sabotages: Readonly<Record<keyof typeof laws, Readonly<Record<string, ProjectDecider>>>> = {
  createdOnce: {
    'a project that is created again': forOne('CreateProject', () => ({ name: null })),
  },
  oneClaimAtATime: {
    'a claim that does not see the open one': forOne('ClaimGeneration', () => ({ open: null })),
    'an end of another claim': asking(projectDecider, (command, { lastClaim }) =>
      command.type === 'EndGeneration' ? { ...command, n: lastClaim } : command,
    ),
    'claims that are numbered by their callers': forOne('ClaimGeneration', ({ generations }) => ({
      lastClaim: generations,
    })),
  },
  placesAreTakenOnce: {
    'a decision that does not see the open claim': forOne('TakeOver', () => ({ open: null })),
    'a place that is taken each time': forOne('TakeOver', () => ({ generated: null })),
  },
  claimsHoldWhereTheyWereChecked: {
    'a claim that holds wherever it comes': asking(projectDecider, (command, _, revision) =>
      command.type === 'ClaimGeneration' ? { ...command, checkedAt: revision } : command,
    ),
    'a place that is taken wherever it comes': asking(projectDecider, (command, _, revision) =>
      command.type === 'TakeOver' ? { ...command, checkedAt: revision } : command,
    ),
  },
  ifMatchIsHonoured: {
    'a caller whose belief nobody asks for': asking(projectDecider, (command) =>
      'ifMatch' in command ? { ...command, ifMatch: null } : command,
    ),
  },
  storyboardsFollowTheScript: {
    'a storyboard from any script': seeing(projectDecider, (state, command) => {
      if (command.type !== 'ReviseStoryboard') return state;
      const { scriptRevisionId } = command.storyboard;
      const script = scriptRevisionId === null ? null : { revisionId: scriptRevisionId, artifactHash: '' };
      return { ...state, script };
    }),
  },
  givenStoryboardsStay: {
    'a rule that wins': forOne('ReviseScript', () => ({ storyboard: null })),
  },
  splitStoryboardsFollow: {
    'a rule that makes the first storyboard only': forOne('ReviseScript', ({ storyboard }) => ({
      storyboard: storyboard === null ? null : { ...storyboard, followsScript: false },
    })),
  },
  theStateTellsTheLog: {
    'a refused start that counts': hearing(projectDecider, (event) =>
      event.type === 'GenerationEnded' ? { ...event, data: { ...event.data, outcome: 'finished' } } : event,
    ),
    'a storyboard that is forgotten with its script': folding(projectDecider, (after, { type }) =>
      type === 'ScriptRevised' ? { ...after, storyboard: null } : after,
    ),
  },
  coldStartsAreShort: {
    'periods that are never closed': {
      ...projectDecider,
      decide: (command, state, revision) => createProjectDecider(1_000).decide(command, state, revision),
    },
    'a period that forgets what generated': misstating(projectDecider, 'ProjectPeriodClosed', () => ({
      generated: null,
    })),
    'a period that forgets who holds the storyboard': misstating(projectDecider, 'ProjectPeriodClosed', () => ({
      open: null,
    })),
  },
  onlyRevisionsRevise: {
    'a claim that moves the script': telling(projectDecider, (event) =>
      event.type === 'GenerationClaimed'
        ? [event, scriptRevised({ scriptRevisionId: 'rvs_s9', artifactHash: hashOf('script 9'), chars: 9 })]
        : event,
    ),
  },
  eventsCanBeStored: {
    'a project without a workspace': misstating(projectDecider, 'ProjectCreated', () => ({ workspaceId: '' })),
  },
  repeatsYieldNothing: {
    'a script that moves each time': forOne('ReviseScript', () => ({ script: null })),
    'an end that is recorded each time': folding(projectDecider, (after, { type }, { open }) =>
      type === 'GenerationEnded' ? { ...after, open } : after,
    ),
  },
};

testLaws(test, {
  name: 'project',
  decider: projectDecider,
  work: projectWork,
  runOn,
  laws,
  sabotages,
  reaches: `GenerationClaimed GenerationEnded ManifestTookOver ProjectCreated ProjectPeriodClosed ScriptRevised
    StoryboardRevised moved project_not_found revision_mismatch storyboard_job_active`,
  runs: 500,
});
