import type { DeclaredSetting, RemotePointers, SettingValue } from '@patchwork/host';
import { type Finding, listed, refusal } from '../../findings.ts';
import { nameOf, type RemoteVersion, releaseName } from '../live.ts';
import { readTypes } from '../types/types-index.ts';

/** Maximum length of a text in characters, as in the schema of remote.json. */
const MAX_TEXT = 200;

/** Returns what the values of a setting are: 'true or false', 'grid or list'. */
export function kindOf({ type, choices = [] }: DeclaredSetting): string {
  if (type === 'boolean') return 'true or false';
  if (type === 'choice') return choices.join(' or ');
  return type === 'number' ? 'a number' : `a text of at most ${MAX_TEXT} characters`;
}

/** Whether a value may be set for a setting. */
export function accepts({ type, choices = [] }: DeclaredSetting, value: SettingValue): boolean {
  if (type === 'choice') return choices.some((choice) => choice === value);
  if (type === 'text') return typeof value === 'string' && value.length <= MAX_TEXT;
  return typeof value === type;
}

const declaredIn = ({ release }: RemoteVersion, name: string): DeclaredSetting | undefined =>
  Object.hasOwn(release.settings ?? {}, name) ? release.settings?.[name] : undefined;

/** Whether each value of a setting is still one after a change of its declaration. */
const keepsValues = (before: DeclaredSetting, after: DeclaredSetting): boolean =>
  before.type === after.type &&
  (before.choices ?? []).every((choice) => after.choices?.includes(choice));

/** Checks the settings for which values are set: a version that drops one would get no value any more. */
function checkValues(remote: RemoteVersion, values: RemotePointers['values'] = {}): Finding[] {
  const ours = nameOf(remote);
  const { id } = remote.release;
  return Object.entries(values).flatMap(([name, { value, percent }]) => {
    const declared = declaredIn(remote, name);
    if (declared && accepts(declared, value)) return [];
    const set = `${percent} % of the visitors have the value ${value} of the setting ${name}`;
    const fault = declared ? `takes only ${kindOf(declared)}` : 'does not declare it';
    const message = `${set}, but remote.json of ${ours} ${fault}. Release a version that declares it as before and no longer reads it, end the value (“patchwork set ${id} ${name} --undo”), then drop it.`;
    return [refusal('settings', ours, message, { file: 'remote.json', flag: '--anyway' })];
  });
}

/** Returns the settings that a version's code reads: those that it declares, if its types don't say. */
async function readBy({ folder, release }: RemoteVersion): Promise<readonly string[]> {
  const found = (await readTypes(folder))?.index.settings;
  return found ?? Object.keys(release.settings ?? {});
}

/**
 * Checks a new version's settings against the values that are set, and against the remote's other live versions, which
 * get the same values. `before`: the remote's live versions before the move.
 */
export async function checkSettings(
  remote: RemoteVersion,
  live: readonly RemoteVersion[],
  values: RemotePointers['values'],
  before: readonly RemoteVersion['release'][],
): Promise<Finding[]> {
  const ours = nameOf(remote);
  const findings = checkValues(remote, values);
  for (const other of live) {
    const dropped = (await readBy(other)).filter((name) => !declaredIn(remote, name));
    if (dropped.length === 0) continue;
    const message = `${nameOf(other)}, which stays live, reads the setting ${listed(dropped)}, which remote.json of ${ours} does not declare: a value would be set for only some of the visitors. Declare it until no live version reads it.`;
    const more = { file: 'remote.json', live: nameOf(other), flag: '--anyway' };
    findings.push(refusal('settings', ours, message, more));
  }
  for (const [name, declared] of Object.entries(remote.release.settings ?? {})) {
    const changed = before.find(({ settings = {} }) => {
      const earlier = Object.hasOwn(settings, name) ? settings[name] : undefined;
      return earlier && !keepsValues(earlier, declared);
    });
    if (!changed) continue;
    const message = `The setting ${name} is ${kindOf(declared)} in remote.json of ${ours}, and something else in ${releaseName(changed)}, to which browsers fall back. Give the new setting another name.`;
    const more = { file: 'remote.json', live: releaseName(changed), flag: '--anyway' };
    findings.push(refusal('settings', ours, message, more));
  }
  return findings;
}
