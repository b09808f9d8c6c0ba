/**
 * Given past events, when a command comes, then these events follow: every decider is specified so. The whole list of
 * events is compared, deeply and in order. Always checked besides: events fit their schemas, and the decider changes
 * none of its inputs. The same command on its own result yields no events. A snapshot says all that the events before
 * it do.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import test, { type ExecutionContext } from 'ava';
import { eventTypes } from '../../events/registry.ts';
import type { Decider, Decision, Refusal } from '../../src/kernel/decider.ts';
import type { DomainEvent } from '../../src/kernel/event.ts';
import { deepFreeze } from '../support/kernel/deep-freeze.ts';

/** Events in order, one by one or in lists. */
type Told<E> = readonly (E | readonly E[])[];

export type DeciderSpec<S, C, E extends DomainEvent, R extends Refusal> = {
  given: (...past: Told<E>) => {
    /** The command is accepted, and exactly these events follow; none: it had been carried out before. */
    accepts: (command: C, ...expected: Told<E>) => void;
    /** It is refused with this code and, if told, exactly this detail. */
    refuses: (command: C, code: R['code'], detail?: Refusal['detail']) => void;
    /** For what neither list can say: the events and the state after them, of an accepted command. */
    leadsTo: (command: C, check: (state: S, events: readonly E[]) => void) => void;
  };
};

export const deciderSpec = <S, C, E extends DomainEvent, R extends Refusal>(
  t: ExecutionContext,
  decider: Decider<S, C, E, R>,
): DeciderSpec<S, C, E, R> => {
  const fold = (state: S, events: readonly E[]): S =>
    events.reduce((before, event) => deepFreeze(decider.evolve(before, event)), state);

  /** As a cold start folds a stream. */
  const fromSnapshot = (events: readonly E[]): S => {
    const last = events.findLastIndex(({ type }) => type === decider.snapshotType);
    return fold(deepFreeze(decider.initial), last === -1 ? events : events.slice(last));
  };

  const decideAt = (events: readonly E[], state: S, command: C): Decision<E, R> =>
    deepFreeze(decider.decide(deepFreeze(command), state, events.length === 0 ? 'none' : events.length - 1));

  const given = (...told: Told<E>) => {
    const past = told.flat() as readonly E[];
    const state = fold(deepFreeze(decider.initial), deepFreeze(past));

    const accepted = (command: C): { readonly after: S; readonly events: readonly E[] } => {
      const decision = decideAt(past, state, command);
      if (decision.kind === 'refused') return t.fail(`refused: ${JSON.stringify(decision.refusal)}`);
      const { events } = decision;
      for (const event of events) t.is(schemaErrors(decider.category, event), undefined);
      const after = fold(state, events);
      t.deepEqual(fromSnapshot([...past, ...events]), after, 'a cold fold starts at the last snapshot');
      const again = decideAt([...past, ...events], after, command);
      t.deepEqual(again.kind === 'accepted' ? again.events : [], [], 'a repeated command yields no events');
      return { after, events };
    };

    return {
      accepts: (command: C, ...expected: Told<E>): void => {
        t.deepEqual(accepted(command).events, expected.flat());
      },
      refuses: (command: C, code: R['code'], detail?: Refusal['detail']): void => {
        const decision = decideAt(past, state, command);
        if (decision.kind === 'accepted') return t.fail(`accepted: ${JSON.stringify(decision.events)}`);
        t.is(decision.refusal.code, code);
        if (detail !== undefined) t.deepEqual(decision.refusal.detail, detail);
      },
      leadsTo: (command: C, check: (state: S, events: readonly E[]) => void): void => {
        const { after, events } = accepted(command);
        check(after, events);
      },
    };
  };
  return { given };
};

/** `test` for a decider: its cases have `given` at hand. */
export const deciderTest =
  <S, C, E extends DomainEvent, R extends Refusal>(decider: Decider<S, C, E, R>) =>
  (title: string, run: (given: DeciderSpec<S, C, E, R>['given'], t: ExecutionContext) => void): void =>
    test(title, (t) => run(deciderSpec(t, decider).given, t));

const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
const validators = new Map<string, ValidateFunction>();

/** The flaw in the data of an event, if any. */
const schemaErrors = (category: string, { type, data }: DomainEvent): string | undefined => {
  const definition = eventTypes.find((one) => one.category === category && one.type === type);
  if (definition === undefined) return `${category}.${type} is not in events/registry.ts`;
  const key = `${category}.${type}`;
  const validate = validators.get(key) ?? ajv.compile(definition.data);
  validators.set(key, validate);
  return validate(data) ? undefined : `${key}: ${ajv.errorsText(validate.errors)}`;
};
