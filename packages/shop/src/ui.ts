/** The components that more than one piece uses. Bundled into each remote, whose build names their classes. */
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
  PageHeading,
  Price,
  passFocusOn,
  passFocusToHeading,
  Section,
  Spinner,
  Stitch,
  TableHead,
  Tabs,
  TextField,
  useStrayPresses,
  whenIdle,
} from '@patchwork/ui';
