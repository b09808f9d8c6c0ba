/** One kind of random step for `fc.oneof`: its weight, and members that are random or always the same. */
import fc from 'fast-check';

type Drawn<M> = { readonly [N in keyof M]: M[N] extends fc.Arbitrary<infer T> ? T : M[N] };

export const weighted = <const M extends Readonly<Record<string, unknown>>>(
  weight: number,
  members: M,
): { readonly weight: number; readonly arbitrary: fc.Arbitrary<Drawn<M>> } => {
  const arbitraries: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, member] of Object.entries(members)) {
    arbitraries[name] = member instanceof fc.Arbitrary ? member : fc.constant(member);
  }
  return { weight, arbitrary: fc.record(arbitraries) as fc.Arbitrary<Drawn<M>> };
};
