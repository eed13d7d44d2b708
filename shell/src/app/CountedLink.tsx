import { Link } from '@patchwork/router';
import type { ReactNode } from 'react';

interface CountedLinkProps {
  readonly to: string;
  readonly name: string;
  /** Shown only when above 0. */
  readonly count: number;
  /** The icon. */
  readonly children: ReactNode;
}

export function CountedLink({ to, name, count, children }: CountedLinkProps) {
  const label = count > 0 ? `${name}, ${count} ${count === 1 ? 'item' : 'items'}` : name;
  return (
    <Link className="icon-link" to={to} aria-label={label}>
      {children}
      {count > 0 && (
        <span className="icon-count" aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  );
}
