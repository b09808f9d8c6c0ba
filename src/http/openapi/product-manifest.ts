/** The product's manifest (spec, sections 1, 2.1, 5 and 9). */
import { rateLimits } from '../../kernel/limits.ts';
import type { AuthorityClass, Flags } from '../contract/operation.ts';
import { scopeOf } from '../gates/authenticate.ts';

export const CONTRACT_VERSION = '1.0.0';

const effects: Readonly<Record<AuthorityClass, string>> = {
  Read: 'reads',
  Plan: 'proposes without spending',
  Mutate: 'changes state',
  Spend: 'starts paid work',
  Approve: 'records an approval',
  Admin: 'changes policy',
};

const resources = [
  'Workspace',
  'Project',
  'Asset',
  'Entity',
  'ProductionBible',
  'Storyboard',
  'Plan',
  'Run',
  'Shot',
  'Attempt',
  'Evidence',
  'Approval',
  'RepairPlan',
  'Certificate',
  'Delivery',
  'LedgerEntry',
] as const;

const lifecycle = {
  job: ['queued', 'running', 'completed', 'partially_completed', 'failed'],
  requirement: ['pending', 'rendering', 'accepted', 'failed', 'human_review', 'dispatch_unknown'],
  photoSequence: ['planned', 'generating', 'generated', 'in_review', 'repairing', 'human_review', 'certified'],
};

const maturityDefinitions = {
  foundation: 'The contract and its guarantees hold; the product around it is not complete.',
  experimental: 'Works as documented, and may change or go without notice.',
  certified: 'A person has accepted every required frame: merely generated frames are not certified.',
};

export const productManifest = (flags: Flags) => ({
  contractVersion: CONTRACT_VERSION,
  schemaVersion: '2026-07-30',
  maturity: 'foundation',
  availability: 'internal',
  productComplete: false,
  operationCount: 34,
  lifecycle,
  authorityClasses: Object.fromEntries(
    (Object.keys(rateLimits) as AuthorityClass[]).map((name) => [
      name,
      { scope: scopeOf(name), effect: effects[name] },
    ]),
  ),
  maturityDefinitions,
  resources,
  flags,
});
