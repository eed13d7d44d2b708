import * as v from 'valibot';
import { typesIndexFile, type VersionTypes } from './types-index.ts';

/** Use of a remote's module: as a page, or as the fragment in a slot. */
export interface ModuleUse {
  readonly module: string;
  readonly slot?: string | undefined;
}

/**
 * Versions of a remote and of the shell that runs it. `owner` is the version whose slots the remote fills; absent for
 * the frame's slots.
 */
export interface Pair {
  readonly remote: VersionTypes;
  readonly shell: VersionTypes;
  readonly owner?: VersionTypes;
  readonly uses: readonly ModuleUse[];
}

/** A condition on a pair of versions: `statement` compiles if the condition holds. */
export interface Question {
  readonly about:
    | ({ readonly rule: 'exposed types' } & ModuleUse)
    | { readonly rule: 'imported names'; readonly module: string; readonly name: string };
  readonly file: string;
  readonly statement: string;
  /** Whether the condition also holds if a version lacks a name in the statement. */
  readonly isOptional?: boolean;
}

/** Prefixes of module names in a statement, by the version that has the module. */
export const sides = { remote: 'remote:', shell: 'shell:', owner: 'owner:' } as const;
export const sideNames = ['remote', 'shell', 'owner'] as const;

const ofRemote = (module: string) => `import(${JSON.stringify(sides.remote + module)})`;
const ofShell = (module: string) => `import(${JSON.stringify(sides.shell + module)})`;

const fits = (type: string, wanted: string) =>
  `{ const value = null! as ${type}; const wanted: ${wanted} = value; }`;

/**
 * Returns the type of a fragment's props, as declared by the owner of its slot; by the shell if `owner` is undefined.
 */
export const propsOf = (slot: string, owner: VersionTypes | undefined): string =>
  owner
    ? `import("${sides.owner}./slots").SlotProps[${JSON.stringify(slot)}]`
    : `${ofShell('./contract')}.PropsOfSlot<${JSON.stringify(slot)}>`;

function askModule(use: ModuleUse, { remote: { index }, owner }: Pair): Question {
  const { module, slot } = use;
  const props = slot === undefined ? '' : `<${propsOf(slot, owner)}>`;
  return {
    about: { rule: 'exposed types', ...use },
    file: `types/${index.modules[module] ?? typesIndexFile}`,
    statement: fits(
      `typeof ${ofRemote(module)}`,
      `${ofShell('./contract')}.ComponentModule${props}`,
    ),
  };
}

/**
 * Asks whether the shell's value, which the remote gets at run time, is assignable to the type that the remote was
 * compiled with. If the remote has no declarations of the package, asks only whether the shell has the name.
 */
function askName(module: string, name: string, file: string, { remote }: Pair): Question {
  const given = `typeof ${ofShell(module)}.${name}`;
  const isTyped = Object.hasOwn(remote.index.packages, module);
  const wanted = isTyped ? `typeof ${ofRemote(module)}.${name}` : given;
  return { about: { rule: 'imported names', module, name }, file, statement: fits(given, wanted) };
}

/**
 * Compares the input and response types of each API call that the remote makes, as a module that it imports exports them
 * (`InputOf`, `OutputOf`). Missing names are no problem here: the rule “api” reports missing calls, and a remote built
 * before InputOf was exported has the whole API in the types of its imports.
 */
function askCalls(module: string, { remote, shell }: Pair): Question[] {
  if (!Object.hasOwn(remote.index.packages, module)) return [];
  const type = (of: (name: string) => string, call: string) => {
    const key = JSON.stringify(call);
    return `(input: ${of(module)}.InputOf<${key}>) => ${of(module)}.OutputOf<${key}>`;
  };
  return Object.entries(remote.index.calls)
    .filter(([call]) => shell.index.api[call]?.path)
    .map(
      ([
        call,
        {
          files: [file = typesIndexFile],
        },
      ]) => ({
        about: { rule: 'imported names', module, name: `Api['${call}']` },
        file,
        statement: fits(`(${type(ofShell, call)})`, type(ofRemote, call)),
        isOptional: true,
      }),
    );
}

/** Lists the conditions that a pair of versions must meet. */
export const questionsOf = (pair: Pair): Question[] => [
  ...pair.uses.map((use) => askModule(use, pair)),
  // A remote's imports concern only itself and the shell, so pairs with an owner have no questions about them.
  ...Object.entries(pair.owner ? {} : pair.remote.index.imports).flatMap(([module, names]) =>
    Object.entries(names).map(([name, file]) => askName(module, name, file, pair)),
  ),
  ...Object.keys(pair.owner ? {} : pair.remote.index.imports).flatMap((module) =>
    askCalls(module, pair),
  ),
];

const texts = v.array(v.string());

const faultSchema = v.variant('rule', [
  v.object({
    rule: v.literal('exposed types'),
    /** File of the remote, relative to its version's folder. */
    file: v.string(),
    module: v.string(),
    /** Slot that the module fills; absent for pages. */
    slot: v.optional(v.string()),
    reason: v.string(),
  }),
  v.object({
    rule: v.literal('imported names'),
    /** Source file that imports the first of `names`. */
    file: v.string(),
    module: v.string(),
    names: texts,
    /** The compiler's message; absent if the shell's version of `module` lacks the names. */
    reason: v.optional(v.string()),
  }),
  v.object({
    rule: v.literal('types'),
    /** Side whose version mentions a package that is installed nowhere. */
    side: v.picklist(sideNames),
    /** File that mentions the package, relative to its version's folder. */
    file: v.string(),
    missing: v.string(),
  }),
]);

export const faultsSchema = v.array(faultSchema);

/** A problem with the types of a pair, without the names of its versions. */
export type TypeFault = v.InferOutput<typeof faultSchema>;

/** Returns the problems of each pair, in the same order. `workspace` is the folder whose installed packages have types. */
export type Compare = (workspace: string, pairs: readonly Pair[]) => Promise<TypeFault[][]>;
