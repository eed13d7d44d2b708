export const views = {
  conditions: 'Conditions',
  data: 'Data',
  past: 'Time travel',
  sentinels: 'Sentinels',
} as const;
export type View = keyof typeof views;

export const viewNames = Object.keys(views) as View[];
