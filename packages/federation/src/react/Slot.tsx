import { type ReactNode, useContext, useSyncExternalStore } from 'react';
import { declaredSlots, fillersOf, isAllowed } from '../registry/slots.ts';
import { Fragment } from './Fragment.tsx';
import { nearViewport } from './near-viewport.ts';
import { type Remotes, RemotesContext } from './remotes-context.ts';

interface SlotElement {
  readonly name: string;
  /** What each fragment's component gets. */
  readonly props?: object | undefined;
  /**
   * Resolves when the fragments are to be loaded. The same function on each render. Left out: when the
   * slot is near the viewport.
   */
  readonly loadWhen?: ((place: Element) => Promise<void>) | undefined;
  /** Of a slot that holds one fragment: shown until that is there, and as long as it can't be. */
  readonly children?: ReactNode;
}

interface FragmentsProps extends SlotElement {
  readonly remotes: Remotes;
}

function Fragments({ remotes, name, props, loadWhen = nearViewport, children }: FragmentsProps) {
  const { active, frameSlots, login, renderEmptySlot } = remotes;
  const isLoggedIn = useSyncExternalStore(login.subscribe, login.isLoggedIn, login.isLoggedIn);
  const fillers = fillersOf(active.remotes, name).filter(({ fragments }) =>
    isAllowed(fragments[name]?.access, isLoggedIn),
  );
  if (fillers.length === 0) {
    return children === undefined ? renderEmptySlot?.(name) : <div>{children}</div>;
  }
  const holdsMany = { ...frameSlots, ...declaredSlots(active.remotes) }[name] === 'many';
  return (holdsMany ? fillers : fillers.slice(0, 1)).map((remote) => (
    <Fragment key={remote.id} slot={name} remote={remote} props={props} loadWhen={loadWhen}>
      {holdsMany ? undefined : children}
    </Fragment>
  ));
}

/**
 * A slot of the frame, of a page or of a fragment: what remotes put into it, each within its own boundary.
 * Without a shop around it, as in tests, its children.
 */
export function Slot(slot: SlotElement): ReactNode {
  const remotes = useContext(RemotesContext);
  return remotes ? <Fragments {...slot} remotes={remotes} /> : slot.children;
}
