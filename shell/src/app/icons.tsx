import type { ReactNode } from 'react';

function Icon({ children }: { readonly children: ReactNode }) {
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
      {children}
    </svg>
  );
}

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </Icon>
);

export const HeartIcon = () => (
  <Icon>
    <path d="M12 20.3 4.3 12.6a4.9 4.9 0 0 1 0-7 4.9 4.9 0 0 1 7 0l.7.8.7-.8a4.9 4.9 0 0 1 7 0 4.9 4.9 0 0 1 0 7Z" />
  </Icon>
);

export const CartIcon = () => (
  <Icon>
    <path d="M5 8.5h14l1 12H4l1-12Z" />
    <path d="M8.5 11V7a3.5 3.5 0 0 1 7 0v4" />
  </Icon>
);

export const ProfileIcon = () => (
  <Icon>
    <circle cx="12" cy="8" r="4" />
    <path d="M4 21c.6-4.4 3.8-6.5 8-6.5s7.4 2.1 8 6.5" />
  </Icon>
);

export const GitHubIcon = () => (
  <Icon>
    <path d="M9 20c-4.5 1.4-4.5-2.5-6-3m12 5v-3.5c0-1 .1-1.4-.5-2 2.8-.3 5.5-1.4 5.5-6a4.6 4.6 0 0 0-1.3-3.2 4.2 4.2 0 0 0-.1-3.2s-1.1-.3-3.5 1.3a12.3 12.3 0 0 0-6.2 0C6.5 3.8 5.4 4.1 5.4 4.1a4.2 4.2 0 0 0-.1 3.2A4.6 4.6 0 0 0 4 10.5c0 4.6 2.7 5.7 5.5 6-.6.6-.6 1.2-.5 2V22" />
  </Icon>
);

export const InstagramIcon = () => (
  <Icon>
    <rect x="4" y="4" width="16" height="16" rx="4" />
    <circle cx="12" cy="12" r="3.5" />
    <path d="M16.5 7.5h.01" />
  </Icon>
);

export const PinterestIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M10 20.5 12.5 10M9.2 13.5c-1.8-2.8-.1-6.3 3.2-6.3 2.7 0 4.3 1.9 3.9 4.6-.4 2.6-2.3 4-4.1 3.5-.8-.2-1.3-.8-1.3-1.6" />
  </Icon>
);
