/** A cold start trusts the end of a period with the whole state: an audit holds it against the events before it. */
import test from 'ava';
import { workspaceDecider } from '../../../../commands/workspace/decider.ts';
import { memberAdded, workspaceCreated, type WorkspaceEvent } from '../../../../events/workspace.ts';
import { createPeriodAudit } from '../../../../src/application/audit/audit.ts';
import { createFindings, type Finding } from '../../../../src/application/audit/findings.ts';
import type { DomainEvent } from '../../../../src/kernel/event.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { StoredEvent } from '../../../../src/ports/event-store.ts';
import { createEventCodec, GENESIS } from '../../../../src/schema/event-codec.ts';
import { at } from '../../../support/jobs/builders.ts';

const STREAM = 'workspace-ws_1';
const about = { name: 'Studio', personal: false, createdAt: at() };

/** A workspace whose only other member changes roles until two periods are closed. */
const lived = (): readonly WorkspaceEvent[] => {
  const log: WorkspaceEvent[] = [workspaceCreated({ ...about, ownerKey: 'ann' })];
  let state = log.reduce(workspaceDecider.evolve, workspaceDecider.initial);
  for (let n = 0; log.length <= 2 * limits.workspacePeriodEvents; n += 1) {
    const role = n % 2 === 0 ? 'owner' : 'member';
    const command = { type: 'AddMember', userKey: 'bob', role, byUserKey: 'ann' } as const;
    const decision = workspaceDecider.decide(command, state, log.length - 1);
    if (decision.kind === 'refused') throw new Error(decision.refusal.code);
    log.push(...decision.events);
    state = decision.events.reduce(workspaceDecider.evolve, state);
  }
  return log;
};

const codec = createEventCodec();

const storedOf = (events: readonly DomainEvent[]): readonly StoredEvent[] =>
  events.map((event, revision) => {
    const metadata = { actor: 'user:ann', correlationId: 'c1', at: at(), workspaceId: 'ws_1' };
    const place = { stream: STREAM, revision, id: `${revision}`, metadata, previousHash: GENESIS };
    return {
      ...codec.encode(event, place).encoded,
      stream: STREAM,
      revision,
      position: `${revision}`.padStart(6, '0'),
    };
  });

const auditOf = async (events: readonly DomainEvent[]): Promise<{ findings: readonly Finding[]; reads: number }> => {
  const stored = storedOf(events);
  const findings = createFindings(limits.auditFindingsMax);
  let reads = 0;
  const look = createPeriodAudit(
    {
      codec,
      eventStore: {
        readStream: async function* (_, { from = 0, direction = 'forwards' } = {}) {
          await Promise.resolve();
          for (const event of direction === 'forwards' ? stored.slice(from) : stored.slice(0, from + 1).toReversed()) {
            reads += 1;
            yield event;
          }
        },
      },
    },
    findings,
  );
  for (const event of stored) await look(event);
  return { findings: findings.list(), reads };
};

const log = lived();
const ends = log.flatMap(({ type }, revision) => (type === 'WorkspacePeriodClosed' ? [revision] : []));

test('ends of periods that say what the events before them do, each read from the one before it', async (t) => {
  t.is(ends.length, 2);
  const { findings, reads } = await auditOf(log);
  t.deepEqual(findings, []);
  t.true(reads <= 2 * (log.length + 2 * ends.length));
});

test('an end of a period that says something else is named, and what rests on it', async (t) => {
  for (const end of ends) {
    const doctored = log.map((event, revision) =>
      revision === end && event.type === 'WorkspacePeriodClosed'
        ? { ...event, data: { ...event.data, members: [...event.data.members, { userKey: 'eve', role: 'owner' }] } }
        : event,
    );
    const [first, ...others] = (await auditOf(doctored)).findings;
    t.like(first, { check: 'period', what: 'bad_period', stream: STREAM, revision: end });
    // A conclusion from a lie is not sound either.
    t.deepEqual(
      others.map(({ revision }) => revision),
      ends.filter((later) => later > end),
    );
  }
});

test('an end of a period whose events are not there is named', async (t) => {
  const [first = 0] = ends;
  const without = log.filter(({ type }, revision) => revision >= first || type !== memberAdded.type);
  t.is((await auditOf(without)).findings.length, 1);
});
