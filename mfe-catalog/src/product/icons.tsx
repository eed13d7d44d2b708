/** Icons in the text's colour and size. They are hidden from screen readers: the text beside them says it. */
export function StarIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" width="1em" height="1em" fill="currentColor">
      <path d="M10 1.6l2.5 5.3 5.8.8-4.2 4 1 5.8L10 14.7l-5.1 2.8 1-5.8-4.2-4 5.8-.8z" />
    </svg>
  );
}

interface HeartIconProps {
  filled: boolean;
}

export function HeartIcon({ filled }: HeartIconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width="1.35em"
      height="1.35em"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
    >
      <path d="M12 20.4C6.2 15.9 3 12.7 3 8.9 3 6.1 5.1 4 7.7 4c1.7 0 3.3.9 4.3 2.5C13 4.9 14.6 4 16.3 4 18.9 4 21 6.1 21 8.9c0 3.8-3.2 7-9 11.500z" />
    </svg>
  );
}
