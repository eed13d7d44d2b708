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

export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h16" />
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
