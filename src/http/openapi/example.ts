/** Examples of bodies, made of those of their members. */

type Json = Readonly<Record<string, unknown>>;

/**
 * The example of a shape in documents: its own example, else its only or first value, else one composed of its members.
 * Optional members are shown when they have an example of their own. Text without one is `text`, a number its minimum.
 */
export const exampleOf = (shape: Json): unknown => {
  const { examples, enum: values, type, properties, items, anyOf } = shape;
  if (Array.isArray(examples)) return examples[0];
  if ('const' in shape) return shape['const'];
  if ('default' in shape) return shape['default'];
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as Json);
  if (type === 'object') return exampleOfObject((properties ?? {}) as Json, shape['required']);
  if (type === 'array') return [exampleOf(items as Json)];
  if (type === 'boolean') return false;
  return type === 'string' ? 'text' : (shape['minimum'] ?? 0);
};

const exampleOfObject = (members: Json, required: unknown): Json => {
  const needed = new Set((required ?? []) as readonly string[]);
  const shown = Object.entries(members).filter(([name, member]) => needed.has(name) || 'examples' in (member as Json));
  return Object.fromEntries(shown.map(([name, member]) => [name, exampleOf(member as Json)]));
};
