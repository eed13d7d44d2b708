import { forwardRef } from 'react';
import { Counter } from '../pages/Counter.tsx';

export const Component = forwardRef<HTMLParagraphElement>((_props, ref) => (
  <Counter heading="A forwardRef component" ref={ref} />
));
