export type { ButtonSize, ButtonVariant } from './Button.tsx';
export { Button, buttonLook } from './Button.tsx';
export {
  isFocusLost,
  moveFocus,
  passFocusOn,
  passFocusToHeading,
  passFocusToMain,
} from './focus.ts';
export { PageHeading } from './PageHeading.tsx';
export { EmptyState, FormError, ListStatus, LoadError, Spinner } from './states.tsx';
export { Tabs } from './Tabs.tsx';
export { TextField } from './TextField.tsx';
export { Toasts } from './Toasts.tsx';
export { Price, Section, Stitch, TableHead } from './text.tsx';
export { useIsSlow } from './useIsSlow.ts';
export { useStrayPresses } from './useStrayPresses.ts';
export { whenIdle } from './whenIdle.ts';
