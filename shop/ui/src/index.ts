export {
  isFocusLost,
  moveFocus,
  passFocusOn,
  passFocusToHeading,
  passFocusToMain,
} from '@patchwork/host/focus';
export { whenIdle } from '@patchwork/host/when-idle';
export type { ButtonSize, ButtonVariant } from './Button.tsx';
export { Button, buttonLook } from './Button.tsx';
export { DatedText } from './DatedText.tsx';
export { EmptyState } from './EmptyState.tsx';
export { FormError } from './FormError.tsx';
export { ListStatus, LoadError } from './LoadError.tsx';
export { PageHeading } from './PageHeading.tsx';
export { Picture } from './Picture.tsx';
export { Price } from './Price.tsx';
export { Section } from './Section.tsx';
export { Spinner } from './Spinner.tsx';
export { Stitch } from './Stitch.tsx';
export { TableHead } from './TableHead.tsx';
export { Tabs } from './Tabs.tsx';
export { TextField } from './TextField.tsx';
export { Toasts } from './Toasts.tsx';
export { missingLink, useFragmentValues } from './useFragmentValues.ts';
export { useIsHydrated } from './useIsHydrated.ts';
export { useIsSlow } from './useIsSlow.ts';
export { useStrayPresses } from './useStrayPresses.ts';
