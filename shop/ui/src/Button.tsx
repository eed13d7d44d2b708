import type { ComponentProps } from 'react';
import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'quiet' | 'danger';
export type ButtonSize = 'regular' | 'small';

/** Returns the props that make an anchor look like a Button. Spread them on a router's Link. */
export function buttonLook(variant: ButtonVariant = 'primary', size: ButtonSize = 'regular') {
  return { className: styles.button, 'data-variant': variant, 'data-size': size };
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A native button. Its default type is `button`, not `submit`. */
export function Button({ variant, size, type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} {...buttonLook(variant, size)} type={type} />;
}
