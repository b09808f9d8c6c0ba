/** The difference between two poll answers of a job: the event stream sends it after the first message. */
import { isDeepStrictEqual } from 'node:util';
import type { Body } from '../../application/calls/stored-answer.ts';

type Requirement = { readonly requirementId: string };

/**
 * The members of the job itself, and the requirements that are not as they were; each replaces the one of its id. An
 * answer without requirements is told as it is.
 */
export const changesSince = (before: Body, now: Body): Body => {
  if (now['requirements'] === undefined) return now;
  const known = new Map(requirementsOf(before).map((requirement) => [requirement.requirementId, requirement]));
  const requirements = requirementsOf(now).filter(
    (requirement) => !isDeepStrictEqual(known.get(requirement.requirementId), requirement),
  );
  return { ...now, requirements };
};

const requirementsOf = ({ requirements }: Body): readonly Requirement[] => requirements as readonly Requirement[];
