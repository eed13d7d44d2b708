import { type Atom, atom } from 'jotai';
import { connectionAtom } from './services.ts';

declare global {
  /**
   * Settings of each remote, as `settings` of its remote.json declares them. The generated shop.d.ts adds them here:
   * `'mfe-catalog': { 'new-gallery': { value: boolean; default: false } }`.
   */
  interface PatchworkSettings {}
}

type RemoteWithSettings = keyof PatchworkSettings & string;

/** No remote: the compiler's message about a remote without settings ends with this. */
type UndeclaredRemote = 'Name a remote that has "settings" in remote.json, then run: pnpm types';

/** No default: the compiler's message about an undeclared setting ends with this. */
type UndeclaredSetting = 'Add the setting to "settings" of remote.json, then run: pnpm types';

type DeclaredOf<Remote> = Remote extends RemoteWithSettings
  ? PatchworkSettings[Remote]
  : Record<never, never>;

type FieldOf<Declared, Field> = Declared extends { readonly [Key in Field & string]: infer Value }
  ? Value
  : never;

type DefaultsOf<Remote> = {
  readonly [Name in keyof DeclaredOf<Remote>]?: FieldOf<DeclaredOf<Remote>[Name], 'default'>;
};

/** Default values by remote and name. Tests and pages give the values that are set in the same form. */
export type GivenSettings = {
  readonly [Remote in RemoteWithSettings]?: {
    readonly [Name in keyof DeclaredOf<Remote>]?: FieldOf<DeclaredOf<Remote>[Name], 'value'>;
  };
};

/**
 * Returns a function that gives the atom of one of a remote's settings. `defaults` has the settings that the code reads,
 * with the defaults that remote.json declares: `const setting = settingsOf('mfe-catalog', { 'new-gallery': false })`,
 * then `useAtomValue(setting('new-gallery'))`. A value doesn't change while the page is open.
 */
export function settingsOf<
  Remote extends RemoteWithSettings | UndeclaredRemote,
  Defaults extends DefaultsOf<Remote>,
>(
  remote: Remote,
  defaults: Defaults & {
    readonly [Name in Exclude<keyof Defaults, keyof DeclaredOf<Remote>>]: UndeclaredSetting;
  },
): <Name extends keyof Defaults & keyof DeclaredOf<Remote> & string>(
  name: Name,
) => Atom<FieldOf<DeclaredOf<Remote>[Name], 'value'>> {
  const atoms = new Map<string, Atom<unknown>>();
  const makeAtom = (name: string) =>
    atom((get) => {
      const usual: unknown = Reflect.get(defaults, name);
      const value = get(connectionAtom).settingOf?.(remote, name);
      // registry.json may have been edited by hand.
      return typeof value === typeof usual ? value : usual;
    });
  return <Name extends string>(name: Name) => {
    const known = atoms.get(name) ?? makeAtom(name);
    atoms.set(name, known);
    return known as Atom<never>;
  };
}
