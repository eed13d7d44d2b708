import { useSetAtom } from 'jotai';
import buttons from '../../Buttons.module.css';
import { changeDraftAtom } from '../../draft.ts';
import { SmallButton } from '../../SmallButton.tsx';
import styles from './Explanation.module.css';
import { explain, type Route } from './explain.ts';
import { showForm } from './form.ts';
import type { WireRequest } from './wire.ts';

/** Why the mock has no handler, and what to request instead. */
export function Explanation({ request }: { readonly request: WireRequest }) {
  const change = useSetAtom(changeDraftAtom);
  const { pathname } = new URL(request.url);
  const { kind, routes } = explain(request.method, pathname);
  const use = ({ method, path }: Route) => {
    change({ method, endpoint: path });
    showForm();
  };
  return (
    <div className={styles.area}>
      <p>
        {kind === 'method' && `${pathname} is known, but not with ${request.method}. It accepts:`}
        {kind === 'near' && `${pathname} is not known. The nearest that is:`}
        {kind === 'unknown' &&
          `${pathname} is not known, and nothing near it is. All that the API knows is listed on this page.`}
      </p>
      {routes.length > 0 && (
        <div className={buttons.row}>
          {routes.map((route) => (
            <SmallButton key={route.method + route.path} onClick={() => use(route)}>
              Use {route.method} {route.path}
            </SmallButton>
          ))}
        </div>
      )}
    </div>
  );
}
