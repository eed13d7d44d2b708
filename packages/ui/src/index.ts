export type { ButtonSize, ButtonVariant } from './Button.tsx';
export { Button, buttonLook } from './Button.tsx';
export { EmptyState } from './EmptyState.tsx';
export { LoadError } from './LoadError.tsx';
export { PageHeading } from './PageHeading.tsx';
export { passFocusOn } from './passFocusOn.ts';
export { Spinner } from './Spinner.tsx';
export { Stitch } from './Stitch.tsx';
export { Toasts } from './Toasts.tsx';
