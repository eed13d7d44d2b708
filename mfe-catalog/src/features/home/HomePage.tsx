import { Categories } from './Categories.tsx';
import { Hero } from './Hero.tsx';

export function HomePage() {
  return (
    <>
      <Hero />
      <Categories />
    </>
  );
}
