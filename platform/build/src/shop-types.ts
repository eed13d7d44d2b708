import {
  type DeclaredSetting,
  isParameter,
  ownsRest,
  type RemoteDeclaration,
  segmentsOf,
} from '@patchwork/host';

type Declares = Pick<RemoteDeclaration, 'routes' | 'stores' | 'settings'> &
  Partial<Pick<RemoteDeclaration, 'id'>>;

const key = (name: string): string => (/^[a-z]+$/.test(name) ? name : `'${name}'`);

const members = (types: ReadonlyMap<string, string>): string =>
  [...types.keys()]
    .sort()
    .map((name) => `\n  ${key(name)}: ${types.get(name)};`)
    .join('') + (types.size > 0 ? '\n' : '');

/**
 * Returns the type of a path's parameters: `{ productId: string }`, or `object` without parameters. '*' is the part of
 * an address below the path.
 */
function parametersOf(path: string): string {
  const names = segmentsOf(path)
    .filter(isParameter)
    .map((segment) => `${segment.slice(1)}: string`);
  if (ownsRest(path)) names.push("'*'?: string");
  if (names.length === 0) return 'object';
  return `{ ${names.join('; ')} }`;
}

/** Returns a text as a string literal of TypeScript. */
const literal = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

function typeOfSetting({ type, choices = [], default: usual }: DeclaredSetting): string {
  const value = type === 'choice' ? choices.map(literal).join(' | ') : typeof usual;
  return `{ value: ${value}; default: ${typeof usual === 'string' ? literal(usual) : usual} }`;
}

/** Returns the types of the settings of each remote that has some. */
function settingsTypes(remotes: readonly Declares[]): string {
  const types = remotes.flatMap(({ id, settings = {} }): [string, string][] => {
    const own = Object.entries(settings).map(
      ([name, setting]) => [name, typeOfSetting(setting)] as const,
    );
    if (id === undefined || own.length === 0) return [];
    return [[id, `{${members(new Map(own)).replaceAll('\n', '\n  ')}}`]];
  });
  return types.length === 0 ? '' : `\ninterface PatchworkSettings {${members(new Map(types))}}\n`;
}

/**
 * Returns the text of shop.d.ts: types of the declared pages, of the names of stored values, and of settings. If a
 * page or name is declared more than once, its first declaration counts. A separate repository gets the pages of the
 * live shop, and the stored names and settings of its own remote only.
 */
export function shopTypes(remotes: readonly Declares[]): string {
  const routes = remotes.flatMap((remote) => remote.routes);
  const pages = new Map(routes.toReversed().map(({ page, path }) => [page, parametersOf(path)]));
  const stores = remotes
    .toReversed()
    .flatMap((remote) => Object.entries(remote.stores ?? {}))
    .map(([name, { scope }]) => [name, `'${scope}'`] as const);
  return `// Generated from the remotes' declarations (remote.json). Do not edit.

interface PatchworkPages {${members(pages)}}

interface PatchworkStores {${members(new Map(stores))}}
${settingsTypes(remotes)}`;
}

/** Returns what the text of a shop.d.ts lacks of these declarations: it was written before they changed. */
export const missingTypes = (text: string, remotes: readonly Declares[]): string[] =>
  shopTypes(remotes)
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim().slice(0, -1))
    .filter((declaration) => !text.includes(declaration));
