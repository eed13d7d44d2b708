import {
  Link,
  pathToAtom,
  servicesAtom,
  sessionAtom,
  toast,
  useSearchParams,
} from '@patchwork/shop';
import { mapResult, type Result } from '@patchwork/shop/domain';
import { Button, FormError, passFocusToHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { changeShopper, deleteShopper, exportShopper, listShoppers, type Shopper } from './api.ts';
import styles from './backoffice.module.css';
import { Frame, More, Search, Time } from './Frame.tsx';
import { listAtom } from './state.ts';

const shoppersAtom = listAtom<Shopper>('backoffice-shoppers', async (api, query, options) =>
  mapResult(await api.call(listShoppers, { query }, options), ({ shoppers: rows, nextCursor }) => ({
    rows,
    nextCursor,
  })),
);

function saveFile(name: string, value: unknown): void {
  const file = new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has started reading the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface ShopperProps {
  shopper: Shopper;
  reload: () => Promise<unknown>;
}

function ShopperActions({ shopper, reload }: ShopperProps) {
  const { _id: id, email, isDisabled } = shopper;
  const { callApi } = useAtomValue(servicesAtom);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function run<T>(call: () => Promise<Result<T, string>>, done: (value: T) => void) {
    if (isBusy) return;
    setProblem(undefined);
    setIsBusy(true);
    const result = await call();
    await reload();
    setIsBusy(false);
    if (result.ok) done(result.value);
    else setProblem(result.error);
  }

  const toggle = () =>
    run(
      () => callApi((api) => api.call(changeShopper, { shopper: id, body: !isDisabled })),
      () => toast.success(`${email} ${isDisabled ? 'can log in again' : 'can’t log in any more'}.`),
    );
  const download = () =>
    run(
      () => callApi((api) => api.call(exportShopper, { shopper: id })),
      ({ data }) => saveFile(`${email}.json`, data),
    );
  const remove = () =>
    run(
      () => callApi((api) => api.call(deleteShopper, { shopper: id })),
      () => toast.success(`The account of ${email} is deleted.`),
    );

  return (
    // A deleted account's row disappears.
    <div className={styles.form} aria-busy={isBusy} ref={passFocusToHeading}>
      <div className={styles.buttons}>
        <Button size="small" variant="quiet" onClick={() => void download()}>
          Export the data
        </Button>
        <Button size="small" variant="quiet" onClick={() => void toggle()}>
          {isDisabled ? 'Enable the account' : 'Disable the account'}
        </Button>
      </div>
      <details>
        <summary>Delete the account</summary>
        <div className={styles.form}>
          <p>
            Cart, wishlist, addresses and name of {email} are deleted. The orders stay without the
            name. This can’t be undone.
          </p>
          <Button size="small" variant="danger" onClick={() => void remove()}>
            Delete {email}
          </Button>
        </div>
      </details>
      <FormError message={problem} />
    </div>
  );
}

function ShopperRow({ shopper, reload }: ShopperProps) {
  const { name, email, createdAt, isEmailConfirmed, isDisabled, orders } = shopper;
  const pathTo = useAtomValue(pathToAtom);
  const session = useAtomValue(sessionAtom);
  const isOwn = session?.user.email.toLowerCase() === email.toLowerCase();
  return (
    <li>
      <details>
        <summary className={styles.product}>
          <span>
            {name} <small>{email}</small>
          </span>
          <span>{orders === 1 ? '1 order' : `${orders} orders`}</span>
          {isDisabled && <span className={styles.status}>Disabled</span>}
        </summary>
        <div className={styles.form}>
          <p>
            Since <Time at={createdAt} />, email {isEmailConfirmed ? 'confirmed' : 'not confirmed'}.{' '}
            {orders > 0 && (
              <Link to={`${pathTo('backoffice')}?${new URLSearchParams({ search: email })}`}>
                Orders of {email}
              </Link>
            )}
          </p>
          {isOwn ? (
            <p>This is your own account: it is changed in your profile.</p>
          ) : (
            <ShopperActions shopper={shopper} reload={reload} />
          )}
        </div>
      </details>
    </li>
  );
}

/** All accounts, newest first, each with the actions that an operator can take. */
export function Shoppers() {
  const load = useAtomValue(shoppersAtom);
  const [fields, setFields] = useSearchParams();
  const search = fields.get('search') ?? '';
  const rows = load.data?.flatMap((part) => part.rows) ?? [];
  return (
    <Frame heading="Shoppers" current="backoffice-shoppers" load={load}>
      <Search
        label="Beginning of the name or email"
        search={search}
        onSearch={(wanted) => setFields(wanted === '' ? {} : { search: wanted })}
      />
      {rows.length > 0 && (
        <ul className={styles.rows} aria-label="Shoppers" aria-busy={load.isPlaceholderData}>
          {rows.map((shopper) => (
            <ShopperRow key={shopper._id} shopper={shopper} reload={load.refetch} />
          ))}
        </ul>
      )}
      {load.data && rows.length === 0 && <p>No shopper matches.</p>}
      <More load={load} />
    </Frame>
  );
}
