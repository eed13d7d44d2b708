import * as v from 'valibot';

/** Value of a setting: a text is also one of a setting's choices. */
export const settingValue = v.union([v.boolean(), v.number(), v.string()]);

export type SettingValue = v.InferOutput<typeof settingValue>;

/** Value that is set for a share of the visitors; the others get the default, which only the remote's code has. */
const setValue = v.object({
  value: settingValue,
  percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
});

/** Values that are set for a remote's settings, by name. */
export const setValuesSchema = v.record(v.string(), setValue);

export type SetValues = v.InferOutput<typeof setValuesSchema>;

/** The same for one visitor: whether the visitor is in each share. */
export const visitorValuesSchema = v.record(
  v.string(),
  v.object({ ...setValue.entries, isOn: v.boolean() }),
);

export type VisitorValues = v.InferOutput<typeof visitorValuesSchema>;
