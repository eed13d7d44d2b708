import { isDeepStrictEqual } from 'node:util';
import type { DeclaredSetting, RemotePointers, SettingValue, SetValues } from '@patchwork/host';
import { UsageError } from '../errors.ts';
import { listed } from '../findings.ts';
import { accepts, kindOf } from '../gate/rules/settings.ts';
import type { ReleaseContext } from '../pointers/context.ts';
import { movePointers } from '../pointers/move-pointers.ts';
import { withValues } from '../pointers/next-pointers.ts';
import { shellName } from '../release-folder/layout.ts';
import {
  liveOf,
  type RegistryDocument,
  remoteIn,
  withPointers,
} from '../release-folder/registry.ts';

type SetValue = SetValues[string];

/** Change of a setting's value: the values before and after, undefined for the default. */
export interface SettingMove {
  readonly name: string;
  readonly setting: string;
  readonly before: SetValue | undefined;
  readonly after: SetValue | undefined;
}

interface Setting {
  readonly id: string;
  readonly setting: string;
  /** Value that the caller has seen. The command is refused if it has changed since. */
  readonly expected?: SetValue | undefined;
}

/** Returns a remote's pointers. Throws a UsageError if it is not live. */
function requireLiveRemote(document: RegistryDocument, id: string): RemotePointers {
  if (id === shellName) throw new UsageError('The shell has no settings: a remote declares them');
  const remote = remoteIn(document, id);
  if (remote) return remote;
  throw new UsageError(`${id} is not live: “patchwork list” shows what is`);
}

export const valueIn = (remote: RemotePointers | undefined, setting: string) =>
  Object.hasOwn(remote?.values ?? {}, setting) ? remote?.values?.[setting] : undefined;

const declaredIn = ({ settings = {} }: RemotePointers['stable'], name: string) =>
  Object.hasOwn(settings, name) ? settings[name] : undefined;

/** Returns the value that a text of the command line stands for; undefined if it stands for none of this setting's. */
function parseValue(declared: DeclaredSetting, written: string): SettingValue | undefined {
  const { type } = declared;
  if (type === 'boolean') return /^(?:true|false)$/.test(written) ? written === 'true' : undefined;
  const value = type === 'number' ? Number(written) : written;
  const isNumber = type === 'number' && written.trim() !== '' && Number.isFinite(value);
  return isNumber || (type !== 'number' && accepts(declared, value)) ? value : undefined;
}

/** Returns the value to set. Throws a UsageError if some version that visitors may get can't take it. */
function readValue(remote: RemotePointers, setting: string, written: string): SettingValue {
  const { id, previous } = remote;
  const declared = liveOf(remote)
    .map((version) => declaredIn(version, setting))
    .find(Boolean);
  if (!declared) {
    const known = [
      ...new Set(liveOf(remote).flatMap(({ settings = {} }) => Object.keys(settings))),
    ];
    const has = known.length > 0 ? `It has ${listed(known)}` : 'It has none';
    throw new UsageError(
      `${id} has no setting “${setting}”. ${has}: “settings” of its remote.json declares them, and a release brings them`,
    );
  }
  const value = parseValue(declared, written);
  if (value === undefined) {
    throw new UsageError(`“${written}” is no value of ${setting}: give ${kindOf(declared)}`);
  }
  for (const version of [...liveOf(remote), ...previous.slice(0, 1)]) {
    const other = declaredIn(version, setting);
    if (!other || accepts(other, value)) continue;
    throw new UsageError(
      `${id} ${version.version}, which some visitors may get, takes only ${kindOf(other)} for ${setting}: set one of these, or wait until that version is no longer the previous one`,
    );
  }
  if (value === declared.default) {
    throw new UsageError(
      `${written} is the default of ${setting}: “patchwork set ${id} ${setting} --undo” gives it to all visitors`,
    );
  }
  return value;
}

function requireExpected({ id, setting, expected }: Setting, now: SetValue | undefined): void {
  if (!expected || isDeepStrictEqual(now, expected)) return;
  throw new UsageError(
    `${setting} of ${id} was set meanwhile: “patchwork list” shows its present value`,
  );
}

/** Throws a UsageError if visitors would lose a value without getting the new one. */
function requireNoLoss(id: string, name: string, now: SetValue | undefined, next: SetValue): void {
  if (!now || now.value === next.value || next.percent >= now.percent) return;
  throw new UsageError(
    `${now.percent} % of the visitors have the value ${now.value} of ${name}, and some of them would get the default: set ${next.value} for at least ${now.percent} %, or first run “patchwork set ${id} ${name} --undo”`,
  );
}

function move(
  context: ReleaseContext,
  purpose: string,
  target: Setting,
  next: (remote: RemotePointers, before: SetValue | undefined) => SetValue | undefined,
): Promise<SettingMove> {
  const { id, setting } = target;
  return movePointers(context, purpose, async (document) => {
    const remote = requireLiveRemote(document, id);
    const before = valueIn(remote, setting);
    requireExpected(target, before);
    const after = next(remote, before);
    const { [setting]: _before, ...others } = remote.values ?? {};
    const values = after ? { ...others, [setting]: after } : others;
    const isSame = isDeepStrictEqual(before, after);
    return {
      after: isSame ? document : withPointers(document, withValues(remote, values)),
      result: { name: id, setting, before, after },
    };
  });
}

interface GivenValue extends Setting {
  /** The value as it is written on the command line; by default the one that is set. */
  readonly written?: string | undefined;
  /** Whole percent of the visitors, 1 to 100. */
  readonly percent: number;
}

/**
 * Sets the value of a remote's setting for a share of the visitors; the others keep the default. Throws a UsageError if
 * the remote is not live, has no such setting, or can't take the value.
 */
export const set = (context: ReleaseContext, given: GivenValue): Promise<SettingMove> => {
  const { id, setting, written, percent } = given;
  const shown = written === undefined ? '' : ` ${written}`;
  return move(context, `set ${id} ${setting}${shown} --share ${percent}`, given, (remote, now) => {
    if (written === undefined && now) return { ...now, percent };
    if (written === undefined) {
      throw new UsageError(`Give a value, as in “patchwork set ${id} ${setting} true --share 10”`);
    }
    const next = { value: readValue(remote, setting, written), percent };
    requireNoLoss(id, setting, now, next);
    return next;
  });
};

/** Ends the value of a setting: all visitors get the default again. Throws a UsageError if no value is set. */
export const unset = (context: ReleaseContext, target: Setting): Promise<SettingMove> => {
  const { id, setting } = target;
  return move(context, `set ${id} ${setting} --undo`, target, (_remote, now) => {
    if (now) return undefined;
    throw new UsageError(`${setting} of ${id} has its default already: there is nothing to undo`);
  });
};
