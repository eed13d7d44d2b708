import { type ApiError, describeError, Link, pathToAtom, sessionAtom } from '@patchwork/shop';
import {
  Button,
  buttonLook,
  EmptyState,
  LoadError,
  PageHeading,
  passFocusOn,
  Spinner,
} from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import styles from './backoffice.module.css';

const timeFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' });

export const Time = ({ at }: { at: string }) => (
  <time dateTime={at}>{timeFormat.format(new Date(at))}</time>
);

export const statusTexts = {
  placed: 'Placed',
  packed: 'Packed',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
} as const;

export const Status = ({ status }: { status: keyof typeof statusTexts }) => (
  <span className={styles.status} data-status={status}>
    {statusTexts[status]}
  </span>
);

interface FieldProps {
  label: string;
  /** Form control with the class `control`. */
  children: ReactNode;
}

/** Labelled control that, unlike a TextField, may be left empty. */
export const Field = ({ label, children }: FieldProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is in the children.
  <label className={styles.field}>
    {label}
    {children}
  </label>
);

interface Load {
  readonly error: ApiError | null;
  /** Last loaded data, kept even if a later load has failed. */
  readonly data: unknown;
  readonly refetch: () => Promise<unknown>;
}

function LoadState({ load: { error, data, refetch } }: { load: Load }) {
  if (!error) return data ? null : <Spinner />;
  const note = data ? ' What is shown may be out of date.' : '';
  return <LoadError message={describeError(error) + note} onRetry={() => void refetch()} />;
}

/** Message for an account that the API refuses, with links to the shop and the profile. */
function Refusal({ error }: { error: ApiError }) {
  const session = useAtomValue(sessionAtom);
  const pathTo = useAtomValue(pathToAtom);
  return (
    <EmptyState
      title={describeError(error)}
      actions={
        <>
          <Link to={pathTo('home')} {...buttonLook()}>
            To the shop
          </Link>
          <Link to={pathTo('profile')} {...buttonLook('quiet')}>
            Your profile, to log out
          </Link>
        </>
      }
    >
      <p>
        You are logged in as {session?.user.email}. Log in with an operator’s account, or ask for
        that role.
      </p>
    </EmptyState>
  );
}

const parts = [
  { page: 'backoffice', title: 'Orders' },
  { page: 'backoffice-products', title: 'Products' },
  { page: 'backoffice-shoppers', title: 'Shoppers' },
] as const;

interface FrameProps {
  heading: string;
  current: (typeof parts)[number]['page'];
  load: Load;
  /** Page content, shown unless the account has no access. */
  children: ReactNode;
}

/** Page of the back office: heading, navigation and load state, or the API's refusal of the account. */
export function Frame({ heading, current, load, children }: FrameProps) {
  const pathTo = useAtomValue(pathToAtom);
  const isRefused = load.error?.kind === 'status' && load.error.status === 403;
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>{heading}</PageHeading>
      {isRefused && load.error ? (
        <Refusal error={load.error} />
      ) : (
        <>
          <nav aria-label="Back office" className={styles.links}>
            {parts.map(({ page, title }) => (
              <Link
                key={page}
                to={pathTo(page)}
                aria-current={page === current ? 'page' : undefined}
              >
                {title}
              </Link>
            ))}
          </nav>
          {children}
          <LoadState load={load} />
        </>
      )}
    </div>
  );
}

interface SearchProps {
  /** Label that names the searched fields. */
  label: string;
  search: string;
  onSearch: (search: string) => void;
}

export const Search = ({ label, search, onSearch }: SearchProps) => (
  <search>
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(String(new FormData(event.currentTarget).get('search')).trim());
      }}
    >
      <label>
        {label}
        {/* Remounted when the URL's search changes, for example by the Back button. */}
        <input
          key={search}
          type="search"
          name="search"
          maxLength={200}
          defaultValue={search}
          className={styles.control}
        />
      </label>
      <Button type="submit" variant="quiet">
        Search
      </Button>
    </form>
  </search>
);

const passFocusToLastRow = passFocusOn((button) =>
  button.previousElementSibling?.querySelector<HTMLElement>('li:last-child :is(a, summary)'),
);

interface MoreProps {
  load: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

export const More = ({ load: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreProps) =>
  hasNextPage && (
    <div ref={passFocusToLastRow}>
      <Button
        variant="quiet"
        aria-busy={isFetchingNextPage}
        onClick={() => !isFetchingNextPage && void fetchNextPage()}
      >
        Show more
      </Button>
    </div>
  );
