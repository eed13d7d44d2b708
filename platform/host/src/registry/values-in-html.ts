import type { SettingValue, SetValues, VisitorValues } from './settings.ts';

interface WithValues {
  readonly values?: VisitorValues | undefined;
}

/** Returns the values with which a server renders a remote's pages: those that most visitors have. */
export const valuesInHtml = (values: SetValues = {}): VisitorValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, set]) => [name, { ...set, isOn: set.percent > 50 }]),
  );

/** Returns the value of a setting that this visitor gets instead of the default; undefined for the default. */
export function valueFor({ values }: WithValues, name: string): SettingValue | undefined {
  const set = values && Object.hasOwn(values, name) ? values[name] : undefined;
  return set?.isOn ? set.value : undefined;
}

/**
 * Whether a visitor has the values with which HTML was made. `names`: the settings that the HTML depends on, joined by
 * spaces. `isRendered`: a server made the HTML; otherwise the build did, with the defaults.
 */
export const hasValuesOf = (
  names: string | undefined,
  { values = {} }: WithValues,
  isRendered = true,
): boolean =>
  !names ||
  names.split(' ').every((name) => {
    const { isOn = false, percent = 0 } = values[name] ?? {};
    return isOn === (isRendered && percent > 50);
  });
