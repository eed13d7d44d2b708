import { Button, buttonLook } from './Button.tsx';

export const Primary = () => <Button>Add to Cart</Button>;

export const Quiet = () => <Button variant="quiet">Cancel</Button>;

export const Danger = () => <Button variant="danger">Delete</Button>;

export const Small = () => <Button size="small">Save</Button>;

export const Disabled = () => <Button disabled>Out of Stock</Button>;

export const LinkAsButton = () => (
  <a href="/gallery" {...buttonLook('quiet')}>
    Go to Cart
  </a>
);
