import { memo } from 'react';
import { Counter } from '../pages/Counter.tsx';

export const Component = memo(() => <Counter heading="A memo component" />);
