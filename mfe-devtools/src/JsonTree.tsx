import { type ComponentProps, lazy, Suspense } from 'react';
import type { TreeView as View } from './TreeView.tsx';

/** Loads react-json-view, which is as large as the panel. A tree that is mounted after a failure tries again. */
const loadView = () =>
  import('./TreeView.tsx').then(
    ({ TreeView }) => ({ default: TreeView }),
    (cause) => {
      TreeView = lazy(loadView);
      throw cause;
    },
  );

let TreeView = lazy(loadView);

/** Tree of any value. */
export const JsonTree = (props: ComponentProps<typeof View>) => (
  <Suspense fallback={<p>The value is loading…</p>}>
    <TreeView {...props} />
  </Suspense>
);
