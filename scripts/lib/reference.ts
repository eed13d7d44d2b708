import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Variable, variables } from '@patchwork/api-server/settings';
import { sharedNames, workspaceRemotes } from '@patchwork/build/workspace';
import { type RemoteJson, shellJsonSchema } from '@patchwork/host';
import { kit } from '@patchwork/kit';
import { exportsIn, workspaceOptions } from '@patchwork/release/compiler';
import ts from 'typescript';
import * as v from 'valibot';
import { serveVariables } from './serve-variables.ts';
import { root } from './workspace.ts';

/** Export of a module, or member of an interface. */
interface Exported {
  readonly name: string;
  /** Type, in one line. */
  readonly type: string;
  /** First sentence of the doc comment; empty if there is no comment. */
  readonly comment: string;
  /** Fields of an object or of a function's first parameter. Fields that libraries declare are left out. */
  readonly fields: string;
  /** Kind of a shared atom. `related`: the values that an action changes, or a value's sources other than actions. */
  readonly atom?: { readonly kind: 'value' | 'action'; readonly related: readonly string[] };
}

const flags =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

function firstSentence(comment: string): string {
  const text = comment.replaceAll(/\s+/g, ' ').trim();
  return (/^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text).replace(/\.$/, '');
}

/** Reads `sharedValue('cartAtom', ['api'], …)` and `action('changeCartAtom', [cartAtom], …)`. */
function readAtom(declaration: ts.Declaration | undefined): Exported['atom'] {
  if (!declaration || !ts.isVariableDeclaration(declaration)) return undefined;
  const call = declaration.initializer;
  if (!call || !ts.isCallExpression(call)) return undefined;
  const kind = { sharedValue: 'value', action: 'action' } as const;
  const maker = call.expression.getText() as keyof typeof kind;
  const related = call.arguments[1];
  if (!(maker in kind) || !related || !ts.isArrayLiteralExpression(related)) return undefined;
  const names = related.elements.map((each) =>
    ts.isStringLiteral(each) ? each.text : each.getText(),
  );
  return { kind: kind[maker], related: names };
}

/** Reads modules of this workspace with the compiler. Paths are relative to its root. */
function readSources(files: readonly string[]) {
  const pathOf = (file: string) => path.join(root, file);
  const program = ts.createProgram(files.map(pathOf), workspaceOptions(root));
  const checker = program.getTypeChecker();

  const isOurs = ({ declarations = [] }: ts.Symbol): boolean =>
    declarations.every((each) => !each.getSourceFile().fileName.includes('/node_modules/'));

  function fieldsOf(type: ts.Type): string {
    const [parameter] = type.getCallSignatures()[0]?.parameters ?? [];
    const object = parameter ? checker.getTypeOfSymbol(parameter) : type;
    const fields = checker.getPropertiesOfType(object).filter(isOurs);
    const texts = fields.map((field) => {
      const mark = field.flags & ts.SymbolFlags.Optional ? '?' : '';
      return `${field.name}${mark}: ${checker.typeToString(checker.getTypeOfSymbol(field), undefined, flags)}`;
    });
    return texts.length === 0 ? '' : `{ ${texts.join('; ')} }`;
  }

  function describe(name: string, target: ts.Symbol): Exported {
    const type = checker.getTypeOfSymbol(target);
    const atom = readAtom(target.declarations?.[0]);
    return {
      name,
      type: checker.typeToString(type, undefined, flags),
      comment: firstSentence(ts.displayPartsToString(target.getDocumentationComment(checker))),
      fields: fieldsOf(type),
      ...(atom && { atom }),
    };
  }

  return {
    /** Returns the values that a module exports. Types are left out. */
    exportsOf: (file: string): readonly Exported[] =>
      [...exportsIn(program, pathOf(file))]
        .filter(([, symbol]) => symbol.flags & ts.SymbolFlags.Value)
        .map(([name, symbol]) => describe(name, symbol)),
    /** Returns the members of an exported interface; none if the file or the interface does not exist. */
    membersOf(file: string, name: string): readonly Exported[] {
      const symbol = exportsIn(program, pathOf(file)).get(name);
      const type = symbol && checker.getDeclaredTypeOfSymbol(symbol);
      return type ? checker.getPropertiesOfType(type).map((each) => describe(each.name, each)) : [];
    },
  };
}

type Sources = ReturnType<typeof readSources>;

const packages = {
  api: 'shop/api/src/client.ts',
  state: 'shop/state/index.ts',
  ui: 'shop/ui/src/index.ts',
  router: 'platform/host/src/routing/router.ts',
  shop: 'shop/facade/index.ts',
  slot: 'platform/host/src/slot.ts',
};

const introduction = `# Reference

What a remote may use of the shop, and the settings of the servers. \`pnpm reference\` writes this page from the sources; a
test fails when it is out of date. How to work with it: [teams.md](teams.md), [operations.md](operations.md).`;

/** Formats code. A template literal's type contains backticks, which end code in one of them. */
const code = (text: string): string => (text.includes('`') ? `\`\`${text}\`\`` : `\`${text}\``);

const byName = ({ name: a }: { name: string }, { name: b }: { name: string }) => (a < b ? -1 : 1);

const item = (name: string, ...parts: readonly string[]): string =>
  `- **${code(name)}** ${parts.filter((part) => part !== '').join('. ')}`;

const section = (title: string, text: string, items: readonly string[]): string =>
  [`## ${title}`, text, items.join('\n')].filter((part) => part !== '').join('\n\n');

function sharedSection(): string {
  const installed = sharedNames(kit).filter((name) => !name.endsWith('/'));
  const items = installed.map((name) => {
    const [folder = name] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
    const manifest = path.join(root, 'shell/node_modules', folder, 'package.json');
    return item(name, JSON.parse(readFileSync(manifest, 'utf8')).version);
  });
  const text =
    'The shell has the only copy of each on a page. A remote brings none, and states the range that it was built for.';
  return section('Shared packages', text, items);
}

function pageSection(remotes: readonly RemoteJson[]): string {
  const items = remotes.flatMap(({ id, routes }) =>
    routes.map(({ page, path: route, access }) =>
      item(page, `${code(route)}, access “${access}”, of ${id}`),
    ),
  );
  const text =
    "Links name the page: `pathTo('cart')`, with `pathTo` from `pathToAtom`. What the path has after a colon are the page’s parameters: `pathTo('product', { productId })`.";
  return section('Pages', text, items);
}

function storesSection(remotes: readonly RemoteJson[]): string {
  const items = remotes.flatMap(({ id, stores = {} }) =>
    Object.entries(stores).map(([name, { scope, purpose }]) =>
      item(name, `${purpose}, scope “${scope}”, of ${id}`),
    ),
  );
  const text =
    'Names under which remotes store values in the browser, as their `remote.json` declares them. All that the browser keeps, shared packages included: [privacy.md](privacy.md).';
  return section('Stored names', text, items);
}

interface OwnedSlot {
  readonly slot: string;
  readonly where: string;
  readonly holds: 'one' | 'many';
  /** File that declares the props of the slot's fragments. */
  readonly types: string;
}

function ownedSlots(remotes: readonly RemoteJson[]): OwnedSlot[] {
  const file = path.join(root, 'shell/shell.json');
  const shell = v.parse(shellJsonSchema, JSON.parse(readFileSync(file, 'utf8')));
  const slotsIn = (where: string, types: string, slots: typeof shell.slots = {}) =>
    Object.entries(slots).map(([slot, holds]) => ({ slot, where, holds, types }));
  return [
    ...slotsIn('the shell’s frame', 'shell/src/app/contract.ts', shell.slots),
    ...remotes.flatMap(({ id, routes, fragments }) => [
      ...routes.flatMap(({ page, slots }) =>
        slotsIn(`the page ${code(page)} of ${id}`, `${id}/src/slots.ts`, slots),
      ),
      ...Object.entries(fragments).flatMap(([name, { slots }]) =>
        slotsIn(`what ${id} puts into ${code(name)}`, `${id}/src/slots.ts`, slots),
      ),
    ]),
  ];
}

/** Describes the actions and other sources that change a value, or the values that an action changes. */
function relations({ name, atom }: Exported, all: readonly Exported[]): string {
  const list = (names: readonly string[]) => names.map(code).join(', ');
  if (!atom) return '';
  if (atom.kind === 'action') return atom.related.length > 0 ? `Changes ${list(atom.related)}` : '';
  const actions = all.filter(
    (each) => each.atom?.kind === 'action' && each.atom.related.includes(name),
  );
  const sources = [...actions.map((each) => each.name), ...atom.related];
  return `Changed by ${list(sources)}`;
}

/** Returns the type inside Jotai's wrapper: an atom's value or an action's signature. */
const innerType = (type: string): string =>
  type
    .replace(/ & WithInitialValue<.*$/, '')
    .replace(/^(?:Primitive)?Atom<(.*)>$/, '$1')
    .replace(/^WritableAtom<null, \[(.*)\], (.*)>$/, '($1) => $2');

function requireComments(owner: string, names: readonly Exported[]): readonly Exported[] {
  const bare = names.filter(({ comment }) => comment === '').map(({ name }) => name);
  if (bare.length === 0) return names;
  throw new Error(`Write a sentence at the source of these names of ${owner}: ${bare.join(', ')}`);
}

function slotSection(
  slots: readonly OwnedSlot[],
  remotes: readonly RemoteJson[],
  sources: Sources,
): string {
  const items = slots.map(({ slot, where, holds, types }) => {
    const props = sources.membersOf(types, 'SlotProps').find(({ name }) => name === slot);
    const fillers = remotes.flatMap(({ id, fragments: { [slot]: fragment } }) =>
      fragment ? [`${id} (${code(fragment.module)}, access “${fragment.access ?? 'open'}”)`] : [],
    );
    return item(
      slot,
      `in ${where}, holds ${holds}`,
      props?.comment ?? '',
      props?.fields ? `Props: ${code(props.fields)}` : 'No props',
      fillers.length > 0 ? `Filled by ${fillers.join(', ')}` : 'Nothing fills it',
    );
  });
  return section('Slots', 'Spots of the frame and of pages for what other teams bring.', items);
}

function stateSections(sources: Sources): string[] {
  const all = requireComments('@patchwork/shop', sources.exportsOf(packages.state));
  const itemsOf = (kind: 'value' | 'action' | undefined) =>
    all
      .filter(({ atom }) => atom?.kind === kind)
      .toSorted(byName)
      .map((each) =>
        item(each.name, code(innerType(each.type)), each.comment, relations(each, all)),
      );
  return [
    section('Values of `@patchwork/shop`', 'Read with `useAtomValue`.', itemsOf('value')),
    section('Actions of `@patchwork/shop`', 'Called through `useSetAtom`.', itemsOf('action')),
    section('Also in `@patchwork/shop`', 'Functions.', itemsOf(undefined)),
  ];
}

function apiSection(sources: Sources): string {
  const items = sources.membersOf(packages.api, 'Api').map(({ name, type, fields }) => {
    const result = /Promise<Result<(.*), ApiError>>$/.exec(type)?.[1] ?? type;
    return item(name, `${code(fields || '{}')} → ${code(result)}`);
  });
  const text = 'What the actions call: the input of each, and what it resolves to.';
  return section('Calls of the API', text, items);
}

function slotModuleSection(sources: Sources): string {
  const names = sources.exportsOf(packages.slot);
  const items = requireComments('@patchwork/shop', names).map(({ name, type, comment }) =>
    item(name, code(type), comment),
  );
  const text = 'How a remote offers slots of its own.';
  return section('Slots of `@patchwork/shop`', text, items);
}

function uiSection(sources: Sources): string {
  const names = requireComments('@patchwork/shop/ui', sources.exportsOf(packages.ui));
  const items = names.map(({ name, type, fields, comment }) => {
    const isComponent = /^[A-Z]/.test(name);
    return item(name, isComponent ? fields && code(fields) : code(type), comment);
  });
  const text = 'Components with the props that are their own, and functions.';
  return section('Names of `@patchwork/shop/ui`', text, items);
}

function routerSection(sources: Sources): string {
  const ofRemotes = new Set(sources.exportsOf(packages.shop).map(({ name }) => name));
  const names = sources
    .exportsOf(packages.router)
    .flatMap(({ name }) => (ofRemotes.has(name) ? [code(name)] : []));
  return section(
    'Router names of `@patchwork/shop`',
    `As in react-router-dom: ${names.join(', ')}.`,
    [],
  );
}

function settingsSection(): string {
  const itemsOf = (each: readonly Variable[]) =>
    each
      .map(({ name, text, fallback }) => item(name, text, fallback && `Default: ${code(fallback)}`))
      .join('\n');
  const text = `Environment variables. An invalid value ends the process with one line that names it. The shop’s own settings: [configuration.md](configuration.md).

### An API process, and its commands

${itemsOf(variables)}

### ${code('pnpm serve')}

${itemsOf(serveVariables)}`;
  return section('Settings of the servers', text, []);
}

/** Returns the text of docs/reference.md. Throws an Error that lists exports without a comment. */
export function reference(): string {
  const remotes = workspaceRemotes(root).map(({ declaration }) => declaration);
  const slots = ownedSlots(remotes);
  const types = slots.map((slot) => slot.types).filter((file) => existsSync(path.join(root, file)));
  const sources = readSources([...new Set([...Object.values(packages), ...types])]);
  const sections = [
    introduction,
    sharedSection(),
    pageSection(remotes),
    slotSection(slots, remotes, sources),
    storesSection(remotes),
    ...stateSections(sources),
    apiSection(sources),
    uiSection(sources),
    routerSection(sources),
    slotModuleSection(sources),
    settingsSection(),
  ];
  return `${sections.join('\n\n')}\n`;
}
