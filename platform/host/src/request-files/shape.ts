import * as v from 'valibot';

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;

type TypeName = (typeof types)[number];

/** What a JSON value must be: the part of JSON Schema (2020-12) that a request's file may use. */
export interface Shape {
  readonly type?: TypeName | readonly TypeName[] | undefined;
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
  readonly required?: readonly string[] | undefined;
  /** What each entry of a list must be. */
  readonly items?: Shape | undefined;
  readonly minItems?: number | undefined;
  readonly enum?: readonly (string | number | boolean | null)[] | undefined;
}

const typeName = v.picklist(types, `write ${types.join(', ')}`);

export const shapeSchema: v.GenericSchema<Shape> = v.strictObject({
  type: v.optional(v.union([typeName, v.array(typeName)], `write ${types.join(', ')}, or a list`)),
  properties: v.optional(
    v.record(
      v.string(),
      v.lazy(() => shapeSchema),
    ),
  ),
  required: v.optional(v.array(v.string('write names of members'))),
  items: v.optional(v.lazy(() => shapeSchema)),
  minItems: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  enum: v.optional(v.array(v.union([v.string(), v.number(), v.boolean(), v.null()]))),
});

function typeOf(value: unknown): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isInteger(value)) return 'integer';
  return typeof value as TypeName;
}

const isType = (value: unknown, type: TypeName): boolean =>
  typeOf(value) === type || (type === 'number' && typeof value === 'number');

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeOf(value) === 'object';

/**
 * Returns how a value differs from a shape, one sentence each: 'products[0].price is a string, not a number'. No sentence
 * has a value, which may be a secret.
 */
export function shapeProblems(value: unknown, shape: Shape, path = ''): readonly string[] {
  const at = path === '' ? 'the body' : path;
  const { type = types, properties = {}, required = [], items, minItems = 0 } = shape;
  const allowed: readonly TypeName[] = typeof type === 'string' ? [type] : type;
  if (!allowed.some((name) => isType(value, name))) {
    return [`${at} is of the type ${typeOf(value)}, not ${allowed.join(' or ')}`];
  }
  const problems: string[] = [];
  if (shape.enum && !shape.enum.some((choice) => choice === value)) {
    problems.push(`${at} is none of ${JSON.stringify(shape.enum)}`);
  }
  const inside = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (isMap(value)) {
    const missing = required.filter((name) => !Object.hasOwn(value, name));
    problems.push(...missing.map((name) => `${inside(name)} is missing`));
    for (const [name, member] of Object.entries(properties)) {
      if (Object.hasOwn(value, name))
        problems.push(...shapeProblems(value[name], member, inside(name)));
    }
  }
  if (Array.isArray(value)) {
    if (value.length < minItems)
      problems.push(`${at} has ${value.length} entries, not ${minItems} or more`);
    if (items) {
      problems.push(
        ...value.flatMap((entry, index) => shapeProblems(entry, items, `${path}[${index}]`)),
      );
    }
  }
  return problems;
}

/** Returns the shape of a JSON value. All its members are required; a list's entries have what all of them have. */
export function shapeOf(value: unknown): Shape {
  const type = typeOf(value);
  if (isMap(value)) {
    const members = Object.entries(value);
    return {
      type,
      properties: Object.fromEntries(members.map(([name, member]) => [name, shapeOf(member)])),
      required: members.map(([name]) => name),
    };
  }
  if (Array.isArray(value)) {
    const entries = value.map(shapeOf);
    return entries.length > 0 ? { type, items: entries.reduce(common) } : { type };
  }
  // Another response may have a fraction.
  return { type: type === 'integer' ? 'number' : type };
}

/** Returns what two shapes made by `shapeOf` have in common. */
function common(one: Shape, other: Shape): Shape {
  const typesOfBoth = new Set([one.type, other.type].flat().filter((name) => name !== undefined));
  const [type, second] = typesOfBoth;
  if (second !== undefined) return { type: [...typesOfBoth] };
  const { properties: mine = {}, items } = one;
  const theirs = other.properties ?? {};
  const names = Object.keys(mine).filter((name) => Object.hasOwn(theirs, name));
  if (type === 'object') {
    const properties = Object.fromEntries(
      names.map((name) => [name, common(mine[name] ?? {}, theirs[name] ?? {})]),
    );
    const isRequired = (name: string) =>
      one.required?.includes(name) && other.required?.includes(name);
    return { type, properties, required: names.filter(isRequired) };
  }
  const both = items && other.items ? common(items, other.items) : (items ?? other.items);
  return { ...(type && { type }), ...(both && { items: both }) };
}
