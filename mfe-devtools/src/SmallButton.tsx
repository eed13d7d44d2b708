import { Button } from '@patchwork/ui';
import type { ComponentProps } from 'react';

/** The devtools' button, for all but the main action of a form. */
export const SmallButton = (props: Omit<ComponentProps<typeof Button>, 'size'>) => (
  <Button variant="quiet" {...props} size="small" />
);
