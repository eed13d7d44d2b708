/** Icons in the text's colour. They are hidden from screen readers: what they are in has a name. */
export function BagIcon() {
  return (
    <svg
      aria-hidden="true"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M5 8.5h14l1 12H4l1-12Z" />
      <path d="M8.5 11V7a3.5 3.5 0 0 1 7 0v4" />
    </svg>
  );
}

export function ChevronIcon() {
  return (
    <svg
      aria-hidden="true"
      width="12"
      height="12"
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d="m3 4.5 3 3 3-3" />
    </svg>
  );
}
