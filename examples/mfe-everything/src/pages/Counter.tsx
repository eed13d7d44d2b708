import { Button, PageHeading } from '@patchwork/shop/ui';
import { type Ref, useState } from 'react';

interface CounterProps {
  heading: string;
  ref?: Ref<HTMLParagraphElement>;
}

export function Counter({ heading, ref }: CounterProps) {
  const [count, setCount] = useState(0);
  return (
    <div className="container">
      <PageHeading>{heading}</PageHeading>
      <p ref={ref}>Pressed {count} times</p>
      <Button onClick={() => setCount(count + 1)}>Press</Button>
    </div>
  );
}
