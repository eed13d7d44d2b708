const icon = (path: string) => () => (
  <svg aria-hidden="true" viewBox="0 0 20 20" width="1.1em" height="1.1em" stroke="currentColor">
    <path d={path} strokeWidth="1.8" strokeLinecap="round" />
  </svg>
);

/* Icons in the text's colour. They are hidden from screen readers: their buttons have a name. */
export const MinusIcon = icon('M4 10h12');
export const PlusIcon = icon('M4 10h12M10 4v12');
