import { Counter } from '../pages/Counter.tsx';

const heading = await Promise.resolve('Top-level await');

export const Component = () => <Counter heading={heading} />;
