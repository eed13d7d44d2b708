/** Returns what is chosen after one checkbox was clicked, in the order of the panel. */
export const toggle = <T>(all: readonly T[], chosen: readonly T[], value: T): T[] =>
  all.filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each)));
