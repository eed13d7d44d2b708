/**
 * Components, and functions for them, that at least two pieces use. Each remote bundles its own copy and renames its
 * CSS classes.
 */
export type { ButtonSize, ButtonVariant } from '@patchwork/ui';
export {
  Button,
  buttonLook,
  DatedText,
  EmptyState,
  FormError,
  isFocusLost,
  ListStatus,
  LoadError,
  missingLink,
  PageHeading,
  Picture,
  Price,
  passFocusOn,
  passFocusToHeading,
  Section,
  Spinner,
  Stitch,
  TableHead,
  Tabs,
  TextField,
  useFragmentValues,
  useIsHydrated,
  useStrayPresses,
  whenIdle,
} from '@patchwork/ui';
