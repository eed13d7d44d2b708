import { Categories } from './Categories.tsx';
import { Hero } from './Hero.tsx';

/** The shop's front. */
export function HomePage() {
  return (
    <>
      <Hero />
      <Categories />
    </>
  );
}
