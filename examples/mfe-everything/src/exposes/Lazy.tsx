import { lazy } from 'react';

export const Component = lazy(async () => {
  const { Counter } = await import('../pages/Counter.tsx');
  return { default: () => <Counter heading="A lazy component" /> };
});
