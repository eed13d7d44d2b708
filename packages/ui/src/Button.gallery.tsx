import { Button } from './Button.tsx';

export const Plain = () => <Button>Add to cart</Button>;

export const Quiet = () => <Button variant="quiet">Cancel</Button>;

export const Disabled = () => <Button disabled>Add to cart</Button>;
