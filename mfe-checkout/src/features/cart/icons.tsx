/** Icons in the text's colour. They are hidden from screen readers: their buttons have a name. */
export function MinusIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" width="1.1em" height="1.1em" stroke="currentColor">
      <path d="M4 10h12" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}

export function PlusIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" width="1.1em" height="1.1em" stroke="currentColor">
      <path d="M4 10h12M10 4v12" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}
