import { Recommended } from './Recommended.tsx';

export const WithAnEmptyCart = () => <Recommended />;

export const WithSomethingForKids = () => (
  <Recommended products={[{ id: 'puddle-raincoat', category: 'KIDS' }]} />
);
