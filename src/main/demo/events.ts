/** The events of a run in progress; reporters show them. */
import type { Check } from './record/checks.ts';
import type { News, Progress } from './record/progress.ts';

export type DemoEvent =
  | { readonly kind: 'screenplay'; readonly title: string; readonly scenes: number; readonly frames: number }
  | { readonly kind: 'service'; readonly url: string; readonly dataFolder: string }
  | { readonly kind: 'workspace'; readonly workspaceId: string; readonly name: string }
  | { readonly kind: 'credits'; readonly paid: number; readonly bonus: number }
  | { readonly kind: 'project'; readonly projectId: string; readonly name: string; readonly frames: number }
  | {
      readonly kind: 'quote';
      readonly frames: number;
      readonly parts: number;
      readonly engine: string;
      readonly expectedCredits: number;
      readonly worstCaseCredits: number;
      readonly manifestHash: string;
    }
  | {
      readonly kind: 'job';
      readonly jobId: string;
      readonly operation: string;
      readonly frames: number;
      readonly heldCredits: number;
    }
  | { readonly kind: 'progress'; readonly progress: Progress; readonly news: readonly News[] }
  | { readonly kind: 'job-ended'; readonly jobId: string; readonly status: string; readonly chargedCredits: number }
  | { readonly kind: 'replay'; readonly jobId: string; readonly replayed: boolean }
  | {
      readonly kind: 'review';
      readonly label: string;
      readonly decision: 'accept' | 'repair';
      readonly note: string;
      readonly additions: readonly string[];
    }
  | { readonly kind: 'certified'; readonly planId: string; readonly frames: number }
  | { readonly kind: 'no-film'; readonly reason: string }
  | { readonly kind: 'film'; readonly jobId: string; readonly heldCredits: number }
  | { readonly kind: 'film-progress'; readonly done: number; readonly total: number }
  | {
      readonly kind: 'film-ended';
      readonly jobId: string;
      readonly status: string;
      readonly seconds: number;
      readonly chargedCredits: number;
    }
  | {
      readonly kind: 'settled';
      readonly chargedCredits: number;
      readonly expectedCredits: number;
      readonly worstCaseCredits: number;
      readonly availableCredits: number;
    }
  | { readonly kind: 'audit'; readonly ok: boolean; readonly detail: Readonly<Record<string, unknown>> }
  | { readonly kind: 'check'; readonly check: Check }
  | { readonly kind: 'written'; readonly folder: string; readonly files: readonly string[] }
  | { readonly kind: 'done'; readonly checks: number; readonly failed: number };

export type Report = (event: DemoEvent) => void;
